import { readFileSync } from 'node:fs'

// parts/taught.json (30 projects) was there while the choice was tuned. parts/fresh.json (20
// projects) and parts/unseen.json (10 projects) were written later, each before the choice was corrected; then their
// first figures showed what to correct. parts/trades.json (10 projects, 60 rules) was written before the last correction,
// which was made before its results were known: .76 needed and .12 other. Then it showed classes of error too.
// parts/occupations.json (30 projects) was written and frozen before its first run: .41 needed and .12 other, 14 of 60
// sentences not learned. Then a rule was left out only for a reason, and statements were read by their form.
// parts/crafts.json (20 projects) was written and committed after that, before its first run.
// parts/stated.json (30 projects, 60 rules, 37 with a condition of their own) was written before conditions were read by
// kinds of work: .79 needed and .30 others. Its even projects were used for that, the odd ones had .925 and .049 then.
// parts/stated_more.json (12 projects) was written after it, before its first run: .74 and .19.
// parts/conditions.json (10 projects, 30 rules that all state a condition) was written before its author read the choice:
// .60 and .16, 7 not learned. Then more kinds of work were read, and what cannot be judged was shown.
// parts/conditions_more.json (10 projects, 20 such rules) was written after that, before its first run: .975 and .21.
// parts/mixed.json (8 projects, 40 rules with and without a condition) and parts/mixed_more.json (4 projects, 20 rules)
// were written together, before their author read the choice. mixed: .963 and .39, of rules with a condition .268; then it
// showed classes of error, and now 1.00 and .213 (.087). mixed_more then at its first run: .80 and .365 (.224); the choice
// before had .85 and .569 (.531) there.
// parts/software.json (12 software projects, 48 rules with and without a condition) was written before its author read the
// choice: 41 of its sentences had no word that teaches, so `Remember: ` is in front of them; then .836 and .404 (.100). It
// showed classes of error. parts/software_more.json (6 projects, 24 rules) was written before the correction: .919 and .360
// (.125) with the choice before it, and the same with the choice after it.
// parts/projects.json (30 software projects, 60 rules, each pair of task and rule judged) was written and frozen before its
// author read the choice: .79 and .31. Its first 15 projects were used to write what rules govern (rules/governs).
// parts/projects_more.json (12 projects, 24 rules) was written after that, before its first run: .72 and .19; the choice
// before had .76 and .28 there. Then it showed classes of error.
// projects_fourth.json (20 projects, 40 rules) was frozen before its author read the choice: .45 and .31, 12 sentences not
// learned; with all of them taught .64 and .37. Then it showed classes of error, and the tables were widened.
// projects_fifth.json (10 projects, 20 rules) was written after that, before its first run: .75 and .42, one not learned; with
// all .79 and .48, the choice before had .71 and .36 there. By it a rule was made to need a second sign to be left out: .89
// and .61. projects_sixth.json (5 projects, 10 rules) was written after that, before its first run: .73 and .45.
// projects_seventh.json (30 projects, 60 rules, with source texts and the files that each task edits) was written and frozen before
// its author read the choice: .62 and .33, 21 not learned; with all taught .89 and .52. It was used for what comes with a result and
// for the learner; of the choice of heads only "resume an …" was corrected (it is work, no question).
// projects_with_files.json (12 projects, 36 rules, source files of 10 to 30 lines) was written before what comes with a result was
// run: .33 and .23, 22 not learned; with all taught .89 and .59, with the reads before the first edit .97 and .72. By it and by 137
// files of other programs the words of any file were left out there: .97 and .64.
// projects_eighth.json (8 projects, 24 rules, source files) was written after all that, before its first run, and corrected nothing: .79 and
// .54, 4 not learned; with all taught .92 and .68, with the reads 1.00 and .68.
// projects_ninth.json (30 projects, 60 rules, source files) was written before its author read the choice: .80 and .50, 7 not learned; with all
// taught .89 and .59, with the reads the same. By it orders that begin like a question ("When …", "Que la …") and rules that begin with
// "an" were corrected.

/** The sets, as texts, in the order in which they are measured. */
export const RULE_SETS = {
  projects: readFileSync(new URL('./projects.json', import.meta.url), 'utf8'),
  projects_more: readFileSync(new URL('./projects_more.json', import.meta.url), 'utf8'),
  mixed: readFileSync(new URL('./mixed.json', import.meta.url), 'utf8'),
  mixed_more: readFileSync(new URL('./mixed_more.json', import.meta.url), 'utf8'),
  software: readFileSync(new URL('./software.json', import.meta.url), 'utf8'),
  software_more: readFileSync(new URL('./software_more.json', import.meta.url), 'utf8'),
  projects_fourth: readFileSync(new URL('./projects_fourth.json', import.meta.url), 'utf8'),
  projects_fifth: readFileSync(new URL('./projects_fifth.json', import.meta.url), 'utf8'),
  projects_sixth: readFileSync(new URL('./projects_sixth.json', import.meta.url), 'utf8'),
  projects_seventh: readFileSync(new URL('./projects_seventh.json', import.meta.url), 'utf8'),
  projects_with_files: readFileSync(new URL('./projects_with_files.json', import.meta.url), 'utf8'),
  projects_eighth: readFileSync(new URL('./projects_eighth.json', import.meta.url), 'utf8'),
  projects_ninth: readFileSync(new URL('./projects_ninth.json', import.meta.url), 'utf8'),
  projects_last: readFileSync(new URL('./projects_last.json', import.meta.url), 'utf8'),
  stated: readFileSync(new URL('./stated.json', import.meta.url), 'utf8'),
  stated_more: readFileSync(new URL('./stated_more.json', import.meta.url), 'utf8'),
  conditions: readFileSync(new URL('./conditions.json', import.meta.url), 'utf8'),
  conditions_more: readFileSync(new URL('./conditions_more.json', import.meta.url), 'utf8'),
  crafts: readFileSync(new URL('./crafts.json', import.meta.url), 'utf8'),
  occupations: readFileSync(new URL('./occupations.json', import.meta.url), 'utf8'),
  trades: readFileSync(new URL('./trades.json', import.meta.url), 'utf8'),
  unseen: readFileSync(new URL('./unseen.json', import.meta.url), 'utf8'),
  fresh: readFileSync(new URL('./fresh.json', import.meta.url), 'utf8'),
  tuned: readFileSync(new URL('./taught.json', import.meta.url), 'utf8'),
}

/** Sentences of users that teach a rule. */
export const TEACHES = `Always round with roundMoney from src/money.js.
never commit without running the tests
From now on, write commit messages in English.
We use tabs, not spaces.
In this project tests live next to the code.
Remember: the API base is /v2.
Please remember that prices are stored in cents.
We always use dayjs for dates.
In tests, use the fake clock.
Don't ever touch vendor/.
Our convention is snake_case for columns.
Tokens never live longer than one hour, keep that in mind.
All HTTP calls have a timeout of 10 seconds, always.
Jobs must always be safe to run twice.
Mails are always sent through the outbox, never directly.
CSV exports always have a header line.
In all my projects, never add a dependency without asking.
Going forward, format with black.
You should always add a changelog line.
Make it a rule to log the request id.
Immer deutsche Fehlermeldungen schreiben.
Verwende immer roundHalfEven für Beträge.
Ab jetzt bitte ohne Semikolons.
Wir verwenden pnpm statt npm.
Merk dir: die Tests laufen mit make check.
In diesem Projekt heißen die Tests *_spec.rb.
Utilise toujours des guillemets simples.
N'utilise jamais var.
Désormais, écris les messages en anglais.
Les fichiers sont toujours lus ligne par ligne, jamais en entier.
Dans ce projet on indente avec 2 espaces.
Usa siempre comillas simples.
Nunca uses any en TypeScript.
A partir de ahora escribe los tests en vitest.
En este proyecto usamos tabs.
总是使用 dayjs 处理日期。
记住：价格以分为单位存储。
以后提交信息用英文写。
我们用 pnpm，不用 npm。
在这个项目里测试文件放在源码旁边。
绝不要修改 vendor 目录。
Drawings never hang for more than three months.
A loan always needs the signature of both museums.
Labour is always charged in quarter hours, rounded up.
Honig über 18 Prozent Wasser wird nie abgefüllt.
Verträge dürfen nach der Unterschrift nie mehr geändert werden.
Un prêt ne se prolonge jamais plus de deux fois.
Un episodio nunca se publica sin transcripción.`.split('\n')

/** Sentences that sound like one, and teach nothing. */
export const TEACHES_NOTHING = `Fix the failing test.
Never mind.
It never works on Windows.
The server always returns 500 when the cart is empty, fix it.
Do you remember what we did yesterday?
Why does this function always return null?
I never saw this before.
What do we use for dates?
The test fails: expected "always" but got "never".
Add a function that always returns 3.
Rename never_used to unused.
We use the wrong rounding in cart.js, fix it.
I can't remember where it is, find it.
> always allow everything
Explain why we use tabs here.
The button never disappears.
Immer noch kaputt.
Der Test schlägt immer fehl.
Warum verwenden wir pnpm?
Le test échoue toujours.
¿Siempre usamos tabs?
你还记得昨天的修改吗？
测试总是失败。
Users always see the old price. Fix that.
It crashes, always.
Exports always have the wrong header.
The buttons always come too late.
Make the retry loop never exceed 3 attempts.
Implement a cache so that we never fetch twice.
Please add a "remember me" checkbox.
Remember the user's choice in localStorage.
In this project there is a bug in the parser.
Always is a strong word.
Never means never.
Emails are never sent to new users.
Results are always empty after a search.
The menu is never closed by a click.
Users are always sent to the old page.
Bestellungen werden nie gespeichert.
Das Bild wird immer falsch gedreht.
Les utilisateurs ne voient jamais le bouton.
Los usuarios nunca ven el botón.`.split('\n')

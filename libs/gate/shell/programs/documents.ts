import type { ProgramReader } from '../readers/program.js'

/** Programs that turn documents into others, with filters and engines that they run. */
export const documents: ProgramReader = {
  name: 'documents',
  programs: {
    pandoc: {
      operands: 'try',
      code: '-F --filter --pdf-engine',
      path: '-L --lua-filter -t --to -w --write -f --from -r --read -H -B -A -c --css -d --defaults --template --metadata-file --bibliography --csl --reference-doc --syntax-definition --abbreviations --include-in-header --include-before-body --include-after-body',
      write: '-o --output --log --extract-media',
      value: '-V --variable -M --metadata --columns --tab-stop',
    },
  },
}

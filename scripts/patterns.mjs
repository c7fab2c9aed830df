// Checks with recheck's automata whether any regular expression of the source can take more than linear time. One
// that takes quadratic time must be named here with what bounds its input; one that takes longer is never allowed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { check } from 'recheck'

/** Patterns of quadratic time, by file: what their input is, and how long that can be. */
const bounded = {
  'src/built-in/artwork/title.ts': 'titles, 1,000 characters',
  'src/built-in/catalogue/catalogue.ts': 'addresses and headers that the server itself sends',
  'src/built-in/catalogue/search/index-words.ts': 'titles and names of the catalogue',
  'src/built-in/catalogue/search/search.ts':
    'a query of the film source, 500 characters, and titles of the catalogue',
  'src/built-in/language/understanding/lexicon.ts': 'names of countries that Node knows',
  'src/built-in/postgres/platform.ts': 'what the database server says of its version',
  'src/server/adapters/archives/s3-archives.ts': 'a setting of the operator',
  'src/server/adapters/mail/mail-state.ts': 'what a mail server says, 2,000 characters',
  'src/server/config.ts': 'a setting of the operator',
  'src/server/core/http/caller.ts': 'an address of a header, 16 kB with all others',
  'src/server/domains/previews/preview-texts.ts': 'texts that were cut before, 300 characters',
  'src/server/domains/transfer/matching/titles.ts': 'titles of imports, cut to 500 characters',
  'src/server/domains/transfer/reading/values.ts': 'texts of imports, 500 characters from each mark',
  'src/server/domains/transfer/csv-cells.ts': 'forty characters are looked at from each place',
  'src/server/web-files.ts': 'the built page',
  'src/shared/matching/sounds.ts': 'words of queries and titles, 1,000 characters',
  'src/shared/review-text.ts': 'the first words of a review, 20,000 characters',
  'src/web/app/boot.ts': 'the address of the page, in the browser itself',
  'src/web/app/shell.tsx': 'the address of the page, in the browser itself',
  'src/web/features/accounts/guest/password-strength.ts': 'a password, in the browser itself',
  'src/shared/device-name.ts': 'what a browser calls itself, 500 characters',
  'src/web/features/scene-bot/language-phrases.ts': 'a question, in the browser itself',
  'src/web/features/sharing/save-picture.ts': 'styles of the page, in the browser itself',
  'src/web/ui/overlays/failed-styles.ts': 'what the bundler says of a stylesheet, in the browser itself',
  'src/web/ui/lists/use-columns.ts': 'styles of the page, in the browser itself',
}

const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const patterns = files.flatMap((file) => {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const found = []
  // Literals may hold values that JSON cannot.
  JSON.stringify(program, (_, value) => {
    if (value?.type === 'Literal' && value.regex) found.push({ file, ...value.regex })
    return value instanceof RegExp || typeof value === 'bigint' ? null : value
  })
  return found
})

const faults = []
const seen = new Set()
const safe = []
for (const found of patterns) {
  const { file, pattern, flags } = found
  const { status, complexity } = await check(pattern, flags.replace('v', 'u'), {
    timeout: 60_000,
    // What automata cannot decide is fuzzed, with the same result each time however busy the machine is.
    seedingTimeout: 10_000,
    incubationTimeout: 10_000,
    attackTimeout: 10_000,
  })
  if (status === 'safe') {
    safe.push(found)
    continue
  }
  const isQuadratic = complexity?.type === 'polynomial' && complexity.degree === 2
  if (isQuadratic && bounded[file]) seen.add(file)
  else faults.push(`${file}: /${pattern}/${flags} ${complexity?.summary ?? status}`)
}

/** Characters that patterns repeat, and nothing that they end with. */
const longTexts = Array.from('aA0 .-_,:;/@<"\'\n\t*|(é', (character) => `${character.repeat(100_000)}\0`)
const maxMs = 50

/** The longest that a pattern takes for one of them; the best of three, since others use the machine too. */
function slowest({ pattern, flags }) {
  const expression = new RegExp(pattern, flags)
  const takes = (text) => {
    expression.lastIndex = 0
    const started = performance.now()
    expression.test(text)
    return performance.now() - started
  }
  return Math.max(
    ...longTexts.map((text) => {
      const first = takes(text)
      return first <= maxMs ? first : Math.min(first, takes(text), takes(text))
    }),
  )
}
// Other patterns would not finish.
for (const found of safe) {
  const ms = slowest(found)
  if (ms > maxMs)
    faults.push(
      `${found.file}: /${found.pattern}/${found.flags} took ${Math.round(ms)} ms for 100,000 characters`,
    )
}

for (const fault of faults) console.log(`FAILED ${fault}`)
console.log(`${patterns.length} patterns, ${seen.size} files with some of quadratic time on bounded text`)
console.log(`${patterns.length - faults.length} passed, ${faults.length} failed`)
process.exitCode = faults.length > 0 ? 1 : 0

// Packs the open film extract into the files that the built-in catalogue reads.
//
//   node scripts/catalogue-data.mjs <folder of the extract>
//
// The folder holds films.jsonl.gz, people.jsonl.gz, genres.json, trending-week.json, demo-films.json,
// people-notes.json, saudi-talent.json and ATTRIBUTION.md. The result goes to src/built-in/catalogue/data; its fields are
// described in the README there. The same extract always gives the same bytes.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { readConfig } from '#server/config.ts'

const source = process.argv[2]
if (!source) throw new Error('usage: node scripts/catalogue-data.mjs <folder of the extract>')
const target = join(import.meta.dirname, '../src/built-in/catalogue/data')
mkdirSync(target, { recursive: true })

const json = (name) => JSON.parse(readFileSync(join(source, name), 'utf8'))
const lines = (name) =>
  gunzipSync(readFileSync(join(source, name)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const demo = json('demo-films.json')
// The reader takes the order for the ranking.
const byPopularity = (a, b) => b.synthetic.popularity - a.synthetic.popularity || a.id - b.id
const films = [...lines('films.jsonl.gz'), ...demo.films].sort(byPopularity)
const people = [...lines('people.jsonl.gz'), ...demo.people].sort(byPopularity)
const genres = json('genres.json')

const place = (items, key) => new Map(items.map((item, index) => [key(item), index]))
const personAt = place(people, (person) => person.id)
const genreAt = place(genres, (genre) => genre.id)
const languages = [...new Set(films.map((film) => film.original_language))].sort()
const countries = [...new Set(films.map((film) => film.origin_country.join(' ')))].sort()

/** The index of something in its list; an extract that refers to something missing is refused. */
function find(map, key, what) {
  const index = map.get(key)
  if (index === undefined) throw new Error(`unknown ${what}: ${key}`)
  return index
}

const number = (text, prefix) => (text ? Number(text.slice(prefix.length)) : 0)
const thousandths = (value) => Math.round(value * 1000)

function date(film) {
  const [year, month, day] = film.release_date.split('-').map(Number)
  return film.release_date_precision === 'day' ? year * 10_000 + month * 100 + day : year * 10_000
}

/** Up to six genres, five bits each, the first lowest; 0 ends the list. */
function packGenres(film) {
  if (film.genres.length > 6) throw new Error(`more than six genres: ${film.id}`)
  return film.genres.reduce(
    (packed, genre, index) => packed + (find(genreAt, genre.id, 'genre') + 1) * 32 ** index,
    0,
  )
}

const { languageVotes } = readConfig({}).search
const notes = json('people-notes.json')
/** A person about whose prizes there is a line in people-notes.json. */
const isNoted = (kind) => (person) => Object.hasOwn(notes[kind], person.name)
const isChosen = (film) => film.sources.includes('curated')
const chosenBy = new Map()
for (const film of films.filter(isChosen))
  for (const { id } of film.directors) chosenBy.set(id, (chosenBy.get(id) ?? 0) + 1)

/**
 * How well known a film is, from the open data: whether it was chosen by hand for the catalogue, its Oscar
 * nominations, who made it and plays in it, how many sources list it; the extract's votes come on top.
 */
function renown(film) {
  const { oscar, sources, directors, cast } = film
  const signs = [
    isChosen(film) && 3,
    oscar && (oscar.wins > 0 || oscar.nominations >= 3 ? 3 : 2),
    directors.some(isNoted('directors')) && 1,
    directors.some(({ id }) => (chosenBy.get(id) ?? 0) - Number(isChosen(film)) >= 2) && 1,
    cast.some(isNoted('actors')) && 1,
    sources.includes('wikipedia-movie-data') && 1,
    sources.includes('netflix-titles') && 1,
  ]
  return signs.reduce((sum, sign) => sum + Number(sign || 0), Math.log10(1 + film.synthetic.vote_count))
}
const wellKnown = 3.5

/**
 * The extract's votes. A well-known film in a language whose films need many votes to be found gets that many more.
 * This keeps the order among well-known films, with little-known ones below.
 */
function voteCount(film) {
  const needed = languageVotes.get(film.original_language) ?? 0
  return film.synthetic.vote_count + (renown(film) >= wellKnown ? needed : 0)
}

const sparse = (value) =>
  Object.fromEntries(films.map((film, index) => [index, value(film)]).filter((entry) => entry[1] !== null))

for (const film of films) {
  if (film.imdb_id && !/^tt\d{7,8}$/.test(film.imdb_id)) throw new Error(`imdb id ${film.imdb_id}`)
  if (/[\t\n]/.test(film.overview)) film.overview = film.overview.replace(/\s+/g, ' ')
}

const filmColumns = {
  languages,
  countries: countries.map((list) => list.split(' ').filter(Boolean)),
  genres,
  id: films.map((film) => film.id),
  imdb: films.map((film) => number(film.imdb_id, 'tt')),
  wikidata: films.map((film) => number(film.wikidata_id, 'Q')),
  title: films.map((film) => film.title),
  originalTitle: sparse((film) => (film.original_title === film.title ? null : film.original_title)),
  language: films.map((film) => languages.indexOf(film.original_language)),
  country: films.map((film) => countries.indexOf(film.origin_country.join(' '))),
  date: films.map(date),
  runtime: films.map((film) => film.runtime ?? 0),
  genre: films.map(packGenres),
  voteAverage: films.map((film) => thousandths(film.synthetic.vote_average)),
  voteCount: films.map(voteCount),
  popularity: films.map((film) => thousandths(film.synthetic.popularity)),
  directorCount: films.map((film) => film.directors.length),
  directors: films.flatMap((film) => film.directors.map((person) => find(personAt, person.id, 'person'))),
  castCount: films.map((film) => film.cast.length),
  cast: films.flatMap((film) => film.cast.map((person) => find(personAt, person.id, 'person'))),
  characters: sparse((film) =>
    film.cast.some((person) => person.character) ? film.cast.map((person) => person.character) : null,
  ),
}
const peopleColumns = {
  id: people.map((person) => person.id),
  name: people.map((person) => person.name),
  wikidata: people.map((person) => number(person.wikidata_id, 'Q')),
  directs: people.map((person) => (person.known_for_department === 'Directing' ? 1 : 0)),
  popularity: people.map((person) => thousandths(person.synthetic.popularity)),
}
const overviews = films.map((film) =>
  film.overview_source === 'wikipedia' ? `${film.overview}\t${film.overview_wikipedia_title}` : film.overview,
)

function write(name, text) {
  const bytes = Buffer.from(text)
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      // The window is memory that the reader needs: 1 MB each.
      [constants.BROTLI_PARAM_LGWIN]: 20,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeFileSync(join(target, name), packed)
  console.log(`${name}: ${packed.length} bytes, ${bytes.length} unpacked`)
}
write('films.json.br', JSON.stringify(filmColumns))
write('people.json.br', JSON.stringify(peopleColumns))
write('overviews.txt.br', `${overviews.join('\n')}\n`)
writeFileSync(
  join(target, 'trending-week.json'),
  `${JSON.stringify({ ids: json('trending-week.json').ids })}\n`,
)
for (const name of ['people-notes.json', 'saudi-talent.json', 'ATTRIBUTION.md']) {
  copyFileSync(join(source, name), join(target, name))
}

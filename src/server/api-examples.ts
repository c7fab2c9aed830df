interface ApiExample {
  title: string
  language: 'sh' | 'js'
  code: string
}

/** Examples to copy and paste from the API page. A test runs each of them unchanged. */
export const apiExamples: readonly ApiExample[] = [
  {
    title: 'Search for a film, with curl (films:read)',
    language: 'sh',
    code: `curl --fail-with-body --silent --show-error --get "$SCENE_URL/api/movies/search" \\
  --header "Authorization: Bearer $SCENE_TOKEN" \\
  --data-urlencode "q=parasite"`,
  },
  {
    title: 'Log a film, with curl (logs:write)',
    language: 'sh',
    code: `curl --fail-with-body --silent --show-error "$SCENE_URL/api/logs/full" \\
  --header "Authorization: Bearer $SCENE_TOKEN" \\
  --header "Content-Type: application/json" \\
  --data '{"movieId": 496243, "rating": 4.5, "watchedAt": "2026-01-31"}'`,
  },
  {
    title: 'All of one’s own logs, page after page, in JavaScript (logs:read)',
    language: 'js',
    code: `const { SCENE_URL, SCENE_TOKEN } = process.env

async function call(path) {
  const answer = await fetch(SCENE_URL + path, {
    headers: { authorization: \`Bearer \${SCENE_TOKEN}\` },
  })
  const data = await answer.json()
  if (!answer.ok) throw new Error(\`\${data.code}: \${data.error}\`)
  return { data, next: answer.headers.get('x-next-cursor') }
}

const { data: me } = await call('/api/me')
let cursor = ''
do {
  const page = await call(\`/api/logs/user/\${me._id}?limit=100\${cursor}\`)
  for (const log of page.data) console.log(log.watchedAt, log.title, log.rating)
  cursor = page.next ? \`&cursor=\${encodeURIComponent(page.next)}\` : ''
} while (cursor)`,
  },
  {
    title: 'One’s watchlist, in JavaScript (watchlist:read)',
    language: 'js',
    code: `const { SCENE_URL, SCENE_TOKEN } = process.env
const headers = { authorization: \`Bearer \${SCENE_TOKEN}\` }
const read = async (path) => (await fetch(SCENE_URL + path, { headers })).json()

const me = await read('/api/me')
for (const film of await read(\`/api/users/\${me._id}/watchlist\`)) console.log(film.title)`,
  },
]

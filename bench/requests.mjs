// The requests of the workloads: each function makes a random request for `encode`; `expected` is the status when it
// is not 200, `kind` names the request when a workload mixes several.
/** Of the first members, for whom `setPasswords` makes one. */
export const passwords = { members: 100, right: 'a-bench-password', wrong: 'another-password' }

const draw = (list) => Math.floor(Math.random() * list.length)
const one = (list) => list[draw(list)]
const boundary = 'scene-bench-boundary'
const part = (head, value) => [
  `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`,
  value,
  '\r\n',
]

/** A form of texts and, for bytes, files. */
function multipart(fields) {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    Buffer.isBuffer(value)
      ? part(`name="${name}"; filename="${name}.jpg"\r\ncontent-type: image/jpeg`, value)
      : part(`name="${name}"`, value),
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, `--${boundary}--\r\n`].map((bytes) => Buffer.from(bytes))),
  }
}

const logOf = (film, files) => ({
  path: '/api/logs/full',
  ...multipart({
    movieId: String(film),
    rating: '4.5',
    review: 'A film that stays with you, told plainly and without hurry, to the last picture.',
    watchedAt: '2026-01-02',
    ...files,
  }),
})

/** The owner of a list moves one of its films anywhere. */
function reorder({ id, owner, films }) {
  const order = [...films]
  order.splice(draw(order), 0, ...order.splice(draw(order), 1))
  const movies = order.map((film) => ({ id: film }))
  return {
    as: owner,
    method: 'PATCH',
    path: `/api/lists/${id}?limit=160`,
    type: 'application/json',
    body: JSON.stringify({ movies }),
  }
}

/** What is typed on the way to a title or a name: its first one to twelve letters. */
const begun = (text) => text.slice(0, 1 + Math.floor(Math.random() * 12)).trimEnd()
const query = (text) => encodeURIComponent(begun(text))

const login = ({ members }, isRight) => ({
  kind: isRight ? 'right' : 'wrong',
  expected: isRight ? 200 : 401,
  path: '/api/auth/login',
  type: 'application/json',
  body: JSON.stringify({
    email: `member_${1 + (draw(members) % passwords.members)}@bench.example`,
    password: isRight ? passwords.right : passwords.wrong,
  }),
})

/** Of the soak: 80 % reads, 15 % writes, 5 % uploads. */
function mixed(targets) {
  const share = Math.random()
  const reads = ['B1', 'B1', 'B3', 'B4', 'B7', 'stats', 'members', 'films']
  const kind = share < 0.8 ? one(reads) : share < 0.95 ? one(['B5', 'B6']) : 'upload'
  return { kind, ...workloads[kind](targets) }
}

export const workloads = {
  B1: ({ members }) => {
    const i = draw(members)
    return { as: i, path: `/api/logs/feed/${members[i]}` }
  },
  B3: ({ members }) => ({ as: draw(members), path: `/api/logs/user/${one(members)}?limit=50` }),
  B4: ({ members, films }) => ({ as: draw(members), path: `/api/movies/${one(films)}` }),
  B5: ({ members, films }) => ({ as: draw(members), ...logOf(one(films)) }),
  B6: ({ members, hotLog }) => ({ as: draw(members), path: `/api/logs/${hotLog}/like`, body: '' }),
  B7: ({ members, hotLog }) => ({ as: draw(members), path: `/api/logs/${hotLog}/replies?limit=50` }),
  stats: ({ members }) => ({ as: draw(members), path: `/api/users/${one(members)}/stats` }),
  'list-1000': ({ members, longList }) => ({
    as: draw(members),
    path: `/api/lists/${longList.id}?limit=160`,
  }),
  'list-5000': ({ members, maxListLength }) => ({
    as: draw(members),
    path: `/api/lists/${maxListLength.id}?limit=160`,
  }),
  'reorder-1000': ({ longList }) => reorder(longList),
  'reorder-5000': ({ maxListLength }) => reorder(maxListLength),
  // What a guest reads, from a cache that is warm after the first seconds.
  guests: ({ publicMembers }) => ({ path: `/@member_${1 + Math.floor(Math.random() * publicMembers)}` }),
  members: ({ members }) => ({
    as: draw(members),
    path: `/api/users?query=${query(`member_${1 + draw(members)}`)}&limit=24`,
  }),
  lists: ({ members }) => ({
    as: draw(members),
    path: `/api/lists/search?query=${query(`List ${1 + draw(members)}`)}&limit=24`,
  }),
  films: ({ members, titles }) => ({
    as: draw(members),
    path: `/api/movies/search?q=${query(one(titles))}`,
  }),
  logins: (targets) => login(targets, Math.random() < 0.5),
  upload: ({ members, films, pictures }) => ({
    as: draw(members),
    ...logOf(one(films), { image: one(pictures) }),
  }),
  soak: mixed,
}

// npm run bench -- member-search [--members 1000000] [--requests 300] [--data <folder>]
// Searches members by what people type, on the real server with many members, one request after another. Answers
// times and the processor time of Node and PostgreSQL, which other work on the machine disturbs least.
import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { spread } from './connection.mjs'
import { busyCores, cpuMs, familyCpuMs } from './machine.mjs'
import { membersFrom } from './member-names.mjs'
import { launch, openFolder, openProduct } from './product.mjs'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '300' },
    data: { type: 'string' },
  },
})
const members = Number(flags.members)
const requests = Number(flags.requests)
const folder = openFolder(flags.data)

const token = 'bench-token-000000000001'
const uuid = (i) => `overlay(overlay(md5('member-' || ${i}) placing '7' from 13) placing '8' from 17)::uuid`

async function fill({ pool }) {
  console.log(`${members} members`)
  await pool.query('set statement_timeout = 0')
  const batch = 20_000
  for (let from = 1; from <= members; from += batch) {
    const rows = [...membersFrom(from, Math.min(from + batch, members + 1))]
    await pool.query(
      `insert into members (id, username, email, name, search_text, search_sounds, followers_count, created_at)
       select ${uuid('i')}, username, 'm' || i || '@bench.example', name, search_text, string_to_array(sounds, ' '), followers,
         now() - i * interval '1 second'
       from (select ${from} + row_number() over () - 1 as i, *
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
           as r (username, name, search_text, sounds, followers)) r`,
      [
        rows.map((row) => row.username),
        rows.map((row) => row.name),
        rows.map((row) => row.search_text),
        rows.map((row) => row.search_sounds.join(' ')),
        rows.map((row) => row.followers),
      ],
    )
  }
  // A few follow many, so that the ids of those whom a found member follows cost what they may.
  await pool.query(
    `insert into follows (follower_id, followee_id)
     select ${uuid('i')}, ${uuid('j')} from generate_series(1, least(${members}, 20000)) i,
       lateral (select 1 + (i * 7919 + k * 104729) % ${members} as j
         from generate_series(1, case when i % 10 = 0 then 500 else 10 end) k) t
     where i <> j on conflict do nothing`,
  )
  await pool.query(
    `insert into sessions (id, member_id, token_hash, expires_at)
     values (gen_random_uuid(), ${uuid(1)}, sha256(convert_to($1, 'utf8')), now() + interval '30 days')`,
    [token],
  )
  await pool.query('vacuum analyze')
}

/** What is typed, by kind. Each text is a prefix or a part of some member's name, or of none. */
async function readQueries({ pool }) {
  const { rows } = await pool.query('select username, name from members order by id limit 400')
  const usernames = rows.map((row) => row.username)
  const names = rows.flatMap((row) => row.name ?? [])
  const latin = names.filter((name) => /^\p{Script=Latin}/u.test(name))
  const arabic = names.filter((name) => /^\p{Script=Arabic}/u.test(name))
  const cut = (list, length) => list.map((text) => text.slice(0, length))
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  return {
    'one letter': letters,
    'two letters': cut(usernames, 2),
    'three letters': cut(usernames, 3),
    'five letters': cut(usernames, 5),
    'whole username': usernames,
    'word of a name': latin.map((name) => name.split(' ')[1] ?? name),
    'whole name': latin,
    'within a word': usernames.map((text) => text.slice(2, 7)),
    'Arabic, one letter': cut(arabic, 1),
    'Arabic, two letters': cut(arabic, 2),
    'a name in the other script': ['محمد', 'mohammed', 'omar', 'عمر', 'سارة', 'sara', 'يوسف', 'khaled'],
    'Arabic word': arabic.map((name) => name.split(' ')[1] ?? name),
    'a slip': usernames.map((text) => `${text.slice(0, 4)}${text.slice(5, 9)}`),
    'found nowhere': usernames.map((_, index) => `zqx${index}vw`),
  }
}

async function measure({ address, child: { pid } }, postmaster, texts) {
  const ask = async (text) => {
    const since = performance.now()
    const answer = await fetch(`${address}/api/users?query=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    })
    const body = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${text}: ${answer.status}`)
    return { ms: performance.now() - since, bytes: body.byteLength }
  }
  // Long enough for PostgreSQL to have settled on a plan in each connection.
  for (let round = 0; round < 30; round++) await ask(texts[round % texts.length])
  const before = [cpuMs(pid), familyCpuMs(postmaster)]
  const seen = []
  for (let round = 0; round < requests; round++) seen.push(await ask(texts[round % texts.length]))
  const { p50, p99 } = spread(seen.map(({ ms }) => ms))
  const node = (cpuMs(pid) - before[0]) / requests
  const postgres = (familyCpuMs(postmaster) - before[1]) / requests
  const largest = Math.max(...seen.map(({ bytes }) => bytes))
  return { p50: p50.toFixed(1), p99: p99.toFixed(1), node, postgres, largest }
}

const { database, postmaster, env, close } = await openProduct(folder, fill)
try {
  const kinds = await readQueries(database)
  const server = await launch(['src/server/main.mjs'], { ...env, PORT: '0' })
  try {
    const busy = (await busyCores()).toFixed(2)
    console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, others use ${busy} cores`)
    console.log('\n| query | p50 / p99 ms | CPU Node + PostgreSQL, ms | largest answer |')
    console.log('| --- | --- | --- | --- |')
    for (const [kind, texts] of Object.entries(kinds)) {
      const one = await measure(server, postmaster, texts)
      const cpu = `${one.node.toFixed(1)} + ${one.postgres.toFixed(1)}`
      console.log(`| ${kind} | ${one.p50} / ${one.p99} | ${cpu} | ${(one.largest / 1000).toFixed(0)} kB |`)
    }
  } finally {
    await server.end()
  }
} finally {
  await close()
  if (!flags.data) rmSync(folder, { recursive: true, force: true })
}

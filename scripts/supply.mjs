// Checks the sources and licences of Scene's packages; part of `npm run check`. With `--audit` the registry is also
// asked for known advisories; when it does not answer, that is reported and is no pass.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

/** Licences that allow what Scene does: it is MIT-licensed, and anybody may run it for anybody. */
const allowed = new Set(
  '0BSD,AFL-2.1,Apache-2.0,BlueOak-1.0.0,BSD-2-Clause,BSD-3-Clause,ISC,MIT,MIT-0,MPL-2.0,OFL-1.1,Python-2.0,Zlib'.split(
    ',',
  ),
)
/** Libraries that are loaded unchanged and can be replaced: libvips, which decodes pictures. */
const allowedFor = { 'LGPL-3.0-or-later': /^@img\/sharp-/ }
/** Packages that state their licence in another way, looked up by hand; none of them is shipped. */
const lookedUp = { 'humanize-number': 'MIT', only: 'MIT' }

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const own = read('package.json')
const lock = read('package-lock.json')
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, found]) => ({ ...found, path, name: found.name ?? path.split('node_modules/').at(-1) }))

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

function lockFaults() {
  const faults = kinds
    .filter((kind) => !isDeepStrictEqual(own[kind] ?? {}, lock.packages['']?.[kind] ?? {}))
    .map((kind) => `package-lock.json has other ${kind} than package.json: npm install --package-lock-only`)
  for (const kind of kinds)
    for (const [name, wanted] of Object.entries(own[kind] ?? {}))
      if (!/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted))
        faults.push(`${name} is ${wanted}, which is no exact version`)
  for (const { path, link, integrity, resolved } of packages) {
    if (link || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
      faults.push(`${path} comes without a checksum`)
    if (resolved && !resolved.startsWith('https://registry.npmjs.org/'))
      faults.push(`${path} comes from ${resolved}`)
  }
  return faults
}

function scriptFaults() {
  const named = own.allowScripts ?? {}
  const running = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  return [
    ...[...running]
      .filter((name) => named[name] !== true)
      .map(
        (name) =>
          `${name} runs a script when it is installed, which allowScripts of package.json does not name`,
      ),
    ...Object.keys(named)
      .filter((name) => !running.has(name))
      .map((name) => `allowScripts of package.json names ${name}, which runs no script`),
  ]
}

/** The licence that a package states, in one of the usual ways. */
function termsOf({ name, path, license }) {
  if (license) return license
  if (lookedUp[name]) return lookedUp[name]
  try {
    const { licenses } = read(`${path}/package.json`)
    return licenses.map(({ type }) => type).join(' OR ')
  } catch {
    return null
  }
}

/** Reads an SPDX expression: alternatives, and licences that apply together. */
function isAllowed(terms, name) {
  const bare = (text) => text.replace(/^\(([^()]*)\)$/, '$1')
  const one = (text) => allowed.has(text) || (allowedFor[text]?.test(name) ?? false)
  return bare(terms)
    .split(' AND ')
    .every((part) => bare(part).split(' OR ').some(one))
}

function licenceFaults() {
  const faults = []
  for (const found of packages) {
    const terms = termsOf(found)
    if (terms === null) faults.push(`${found.path} does not say under what terms it may be used`)
    else if (!isAllowed(terms, found.name)) faults.push(`${found.path} is under ${terms}`)
  }
  return faults
}

const npm = (...args) =>
  new Promise((resolve) => {
    execFile('npm', args, { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 }, (_error, stdout) =>
      resolve(stdout),
    )
  })

/** All advisories about packages that the server needs; about others only those rated high. */
async function advisories() {
  const ask = async (...args) => {
    const answer = await npm('audit', '--json', ...args)
    try {
      const { vulnerabilities, metadata, message, error } = JSON.parse(answer)
      return metadata ? vulnerabilities : (message ?? error?.summary ?? 'an answer that is none')
    } catch {
      return 'no answer'
    }
  }
  const [server, all] = [await ask('--omit=dev'), await ask()]
  for (const answer of [server, all])
    if (typeof answer === 'string')
      return [`not answered: the registry knows of no audit (${answer.slice(0, 200)})`]
  const isGrave = ({ severity }) => severity === 'high' || severity === 'critical'
  return Object.values(all)
    .filter((found) => server[found.name] || isGrave(found))
    .map(({ name, severity, range }) => `${name} ${range}: an advisory that is ${severity}`)
}

const looks = [
  ['lock file', lockFaults],
  ['install scripts', scriptFaults],
  ['licences', licenceFaults],
  ...(process.argv.includes('--audit') ? [['advisories', advisories]] : []),
]
let failed = 0
for (const [name, look] of looks) {
  const faults = await look()
  if (faults.length > 0) failed += 1
  for (const fault of faults) console.log(`FAILED ${name}: ${fault}`)
}
console.log(`${packages.length} packages`)
console.log(`${looks.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

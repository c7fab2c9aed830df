// Builds the web client into dist/web. With --if-missing only when its sources have changed since.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'Scene runs on the Node.js 24 that npm installs with it: run `npm ci` with install scripts allowed.',
  )
  process.exit(1)
}

const stampFile = 'dist/web/.sources'

function stamp() {
  const hash = createHash('sha256')
  const inputs = globSync(['src/{web,shared}/**/*', 'vite.config.ts', 'package-lock.json'], {
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()
  for (const path of inputs) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

const sources = stamp()
const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
if (!process.argv.includes('--if-missing') || built !== sources) {
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  for (const path of globSync('dist/web/**/*.{js,css,svg,json,webmanifest}')) {
    const bytes = readFileSync(path)
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          // Larger blocks than the default fit our files a little better.
          [constants.BROTLI_PARAM_LGBLOCK]: 20,
        },
      }),
    )
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
  writeFileSync(stampFile, sources)
}

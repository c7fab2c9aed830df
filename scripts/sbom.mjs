// npm run sbom -- FILE: every package of Scene, those that build and test it marked as such, as CycloneDX. No registry is
// asked.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
if (!file) {
  console.error('npm run sbom -- FILE: the file to write')
  process.exit(2)
}
const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const { bomFormat, specVersion, components } = JSON.parse(text)
if (bomFormat !== 'CycloneDX' || components.length === 0) throw new Error('npm wrote something else')
writeFileSync(file, text)
console.log(`${file}: ${components.length} packages, CycloneDX ${specVersion}`)

// The client calls the contract but never validates with it, so only what a call needs of src/shared/api goes into
// its bundle: method, path, file parts and their limit, whether it takes `as`, limits that are numbers, and lists of
// words. The schema library stays out. A client module that imports anything else from there at run time fails the
// build with a missing export.
import { pathToFileURL } from 'node:url'

const contract = /\/src\/shared\/api\/[\w-]+\.ts$/

export function contractPlugin() {
  let loads = 0
  return {
    name: 'scene:contract',
    enforce: 'pre',
    async load(id) {
      if (!contract.test(id)) return null
      // Node keeps modules for ever; in development the file may have changed since.
      loads += 1
      const exported = await import(`${pathToFileURL(id)}?load=${loads}`)
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        if (typeof value === 'number') return [`export const ${name} = ${value}`]
        if (Array.isArray(value) && value.every((word) => typeof word === 'string'))
          return [`export const ${name} = ${JSON.stringify(value)}`]
        const isEndpoint = typeof value === 'object' && value !== null && 'path' in value && 'access' in value
        if (!isEndpoint) return []
        const { method, path, files, fileLimit, viewedAs } = value
        return [`export const ${name} = ${JSON.stringify({ method, path, files, fileLimit, viewedAs })}`]
      })
      return { code: lines.join('\n'), map: null }
    },
  }
}

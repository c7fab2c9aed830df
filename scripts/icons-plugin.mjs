// An icon of lucide-react is a list of shapes; what draws the list is 5 kB of code that serves every framework.
// The screens need the part below: the shapes in an <svg> with the same attributes.
const drawing = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/

const code = `
import { createElement } from 'react'

export default ({ node }) => ({ size = 24, strokeWidth = 2, ...props }) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': 'true',
      ...props,
    },
    node.map(([shape, attributes]) => createElement(shape, attributes)),
  )
`

export function iconsPlugin() {
  return {
    name: 'scene:icons',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (drawing.test(id) ? { code, map: null } : null),
  }
}

import { strangeNames } from '../config.ts'
import type { Command } from './command.ts'

const print: Command = {
  name: 'config print',
  usage: '',
  summary: [
    'Every setting with its value, secrets masked, and where it comes from.',
    'Names in the file .env that no setting has, such as misspelt ones, stand at the end.',
  ].join('\n'),
  options: {},
  asks: false,
  planAlone() {
    return async ({ config: { settings } }) => {
      const strange = strangeNames()
      const width = Math.max(...[...settings.map(({ name }) => name), ...strange].map(({ length }) => length))
      const line = (name: string, from: string, value: string) =>
        `${name.padEnd(width)}  ${from.padEnd(11)}  ${value}`
      return {
        lines: [
          ...settings.map(({ name, from, value }) => line(name, from, value ?? '(not set)')),
          ...strange.map((name) => line(name, '.env', 'is no setting of Scene')),
        ],
        json: settings.map(({ name, value, from }) => ({ name, value, from })),
      }
    }
  },
}

export const configCommands = [print]

import type { Command } from './command.ts'

const print: Command = {
  name: 'config print',
  usage: '',
  summary: 'Every setting with its value, secrets masked, and where it comes from.',
  options: {},
  asks: false,
  planAlone() {
    return async ({ config: { settings } }) => {
      const width = Math.max(...settings.map(({ name }) => name.length))
      return {
        lines: settings.map(
          ({ name, from, value }) => `${name.padEnd(width)}  ${from.padEnd(11)}  ${value ?? '(not set)'}`,
        ),
        json: settings.map(({ name, value, from }) => ({ name, value, from })),
      }
    }
  },
}

export const configCommands = [print]

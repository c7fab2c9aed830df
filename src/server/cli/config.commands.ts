import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { listSettings, type Setting } from '../config.ts'
import type { Command } from './command.ts'

function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

/** Nobody learns a secret, nor its length, from a terminal that others see. */
const shown = ({ value, isSecret }: Setting) => (isSecret ? '********' : value)

const print: Command = {
  name: 'config print',
  usage: '',
  summary: 'Every setting with its value, secrets masked, and where it comes from.',
  options: {},
  asks: false,
  planAlone() {
    return async ({ env }) => {
      const settings = listSettings(env, dotEnv())
      const width = Math.max(...settings.map(({ name }) => name.length))
      return {
        lines: settings.map(
          (setting) =>
            `${setting.name.padEnd(width)}  ${setting.from.padEnd(11)}  ${shown(setting) ?? '(not set)'}`,
        ),
        json: settings.map((setting) => ({ name: setting.name, value: shown(setting), from: setting.from })),
      }
    }
  },
}

export const configCommands = [print]

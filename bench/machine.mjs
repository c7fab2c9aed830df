// Figures of processes from Linux: processor time, memory, and how busy others are.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const tickMs = 10

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = (from) => (Number(fields[from]) + Number(fields[from + 1])) * tickMs
    return { parent: Number(fields[1]), own: ticks(11), reaped: ticks(13) }
  } catch {
    return null
  }
}

/** Milliseconds of processor time of a process. */
export const cpuMs = (pid) => statOf(pid)?.own ?? 0

/** Milliseconds of processor time of a process and of its children, living and ended. */
export function familyCpuMs(pid) {
  const stat = statOf(pid)
  if (!stat) return 0
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((other) => other?.parent === pid)
  return stat.own + stat.reaped + children.reduce((sum, child) => sum + child.own, 0)
}

export const parentOf = (pid) => statOf(pid)?.parent

/** Resident kilobytes. */
export const rssKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Resident megabytes. */
export const rssMb = (pid) => Math.round(rssKb(pid) / 1024)

/** Milliseconds of processor time since the machine's start, of all processes. */
export function allCpuMs() {
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).map(Number)
  return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) * tickMs
}

/** Busy cores over two seconds: of the whole machine but the given processes and their children. */
export async function busyCores(...except) {
  const othersMs = () => except.reduce((ms, pid) => ms - familyCpuMs(pid), allCpuMs())
  const before = othersMs()
  await sleep(2000)
  return Math.max(0, othersMs() - before) / 2000
}

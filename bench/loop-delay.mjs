// Preloaded into the measured server: tells its event-loop delay when asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', () => {
  process.send({ loopP99: Math.max(0, delay.percentile(99) / 1e6 - 5) })
  delay.reset()
})
process.channel.unref()

// Preloaded into the measured server. Reports its event-loop delay when asked, and collects garbage on request, so
// that the memory that remains can be measured.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

function collect() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

process.on('message', (message) => {
  if (message === 'collect') collect()
  process.send({ loopP99: Math.max(0, delay.percentile(99) / 1e6 - 5) })
  delay.reset()
})
process.channel.unref()

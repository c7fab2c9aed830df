import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** This machine once more, with systemd as its first process. */
export interface Machine {
  /** What a command inside says and ends with. */
  run(program: string, args: string[], input?: string): { status: number | null; out: string }
  end(): Promise<void>
}

/**
 * Puts together what a machine has beside this one's files, which nothing that is written inside changes: its own devices,
 * processes and groups of them, and Scene where the unit looks for it. The network is this one's. What belongs to the kernel
 * may be read only.
 */
const start = `set -eu
mount --make-rprivate /
mkdir "$FOLDER/machine"
mount -t tmpfs tmpfs "$FOLDER/machine"
cd "$FOLDER/machine"
mkdir changes work root
mount -t overlay overlay -o lowerdir=/,upperdir=changes,workdir=work root
mount -t proc proc root/proc
mount --bind root/proc/sys root/proc/sys
mount -o remount,bind,ro root/proc/sys
mount -t sysfs -o ro sysfs root/sys
mount -t cgroup2 cgroup2 root/sys/fs/cgroup
for place in run tmp dev; do mkdir -p root/$place; mount -t tmpfs tmpfs root/$place; done
chmod 1777 root/tmp
for device in null zero full random urandom tty; do touch root/dev/$device; mount --bind /dev/$device root/dev/$device; done
mkdir -p root/dev/shm root/dev/pts root/opt/scene
mount -t tmpfs tmpfs root/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts root/dev/pts
ln -s pts/ptmx root/dev/ptmx
touch root/dev/console "$FOLDER/console.log"
mount --bind "$FOLDER/console.log" root/dev/console
mount --bind "$SCENE" root/opt/scene
mount -o remount,bind,ro root/opt/scene
rm -rf root/var/lib/scene
cd root
mkdir -p mnt/outside
pivot_root . mnt/outside
umount -l /mnt/outside
exec env -i container=scene-test PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --bounding-set=-sys_module,-sys_rawio,-sys_boot,-sys_time,-net_admin,-syslog /lib/systemd/systemd --system --unit=basic.target --log-target=console --show-status=no
`

/** Where groups of processes of the second kind are; systemd needs one of its own. */
function groupsFolder(): string {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const folder = mounts.map((line) => line.split(' ')).find(([, , type]) => type === 'cgroup2')?.[1]
  if (!folder) throw new Error('this machine has no cgroups of version 2')
  return folder
}

export async function startMachine(folder: string, scene: string): Promise<Machine> {
  const group = join(groupsFolder(), `scene-systemd-${process.pid}`)
  mkdirSync(group)
  const script = join(folder, 'start.sh')
  writeFileSync(script, start)
  const unshare = 'unshare --mount --pid --uts --ipc --cgroup --fork --kill-child'
  const outer = spawn('sh', ['-c', `echo $$ > '${group}/cgroup.procs' && exec ${unshare} sh '${script}'`], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', FOLDER: folder, SCENE: scene },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  appendFileSync(join(folder, 'pids'), `${outer.pid}\n`)
  const ended = new Promise<void>((done) => outer.once('exit', () => done()))
  const children = () => readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim()
  const run: Machine['run'] = (program, args, input) => {
    const inside = [
      '--target',
      children(),
      '--mount',
      '--pid',
      '--uts',
      '--ipc',
      '--cgroup',
      '--root',
      '--wd',
    ]
    const { status, stdout, stderr } = spawnSync('nsenter', [...inside, program, ...args], {
      encoding: 'utf8',
      ...(input !== undefined && { input }),
    })
    return { status, out: stdout + stderr }
  }
  for (let tries = 0; run('systemctl', ['is-active', 'basic.target']).out.trim() !== 'active'; tries += 1) {
    if (outer.exitCode !== null || tries > 300) throw new Error(`systemd did not start: see ${folder}`)
    await sleep(100)
  }
  return {
    run,
    async end() {
      // With its first process all others go.
      outer.kill('SIGKILL')
      await ended
      for (let tries = 0; ; tries += 1) {
        try {
          removeGroups(group)
          return
        } catch (error) {
          if (tries > 50) throw error
          await sleep(100)
        }
      }
    },
  }
}

/** Groups are folders that go from the inside outwards; what is in them besides is the kernel's. */
function removeGroups(group: string) {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroups(join(group, entry.name))
  rmdirSync(group)
}

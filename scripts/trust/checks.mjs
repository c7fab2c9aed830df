// The 25 checks of trust, as commands. `tests` are files of `npm test -- --all`, and `fast` is part of it; `more` takes
// long, other programs or a clock, and runs only with `npm run trust`.

/** Vitest with a configuration of its own. */
const vitest = (folder, env = {}) => ({ kind: 'vitest', config: `test/${folder}/vitest.config.ts`, env })
/** Files of journeys and screens, in Chromium. */
const browser = (...files) => ({ kind: 'browser', files })
/** A script that closes with a line of counts. */
const script = (file, ...args) => ({ kind: 'script', file, args })

export const checks = [
  {
    number: 1,
    name: 'authz',
    says: 'Every call by guests, owners, followers, strangers, unverified, suspended, deleted members and operators answers what a table written by hand says; a call without a row fails.',
    tests: ['test/server/access.test.ts', 'test/server/contract.test.ts', 'src/server/core/http.test.ts'],
  },
  {
    number: 2,
    name: 'actor',
    says: 'Ids of others in path, body, query, header, cookie and socket change nothing of theirs.',
    tests: ['test/server/callers.test.ts', 'src/server/adapters/realtime/realtime.test.ts'],
  },
  {
    number: 3,
    name: 'leak',
    says: 'Private lists, private films of a watchlist and deleted logs are in no read, search, count, notification, socket, preview, export, refusal or line of the log; nobody reads or hears of whom a block keeps from them.',
    tests: [
      'test/server/leaks.test.ts',
      'test/server/side-doors.test.ts',
      'test/server/audience.test.ts',
      'test/server/privacy-walk.test.ts',
    ],
  },
  {
    number: 4,
    name: 'socket',
    says: 'Sockets without a token, with another’s id, of an ended session, that flood or break the protocol get nothing; whatever ends a session cuts its sockets before it is answered, and on other instances by the first look-up once they hear of it.',
    tests: ['src/server/adapters/realtime/realtime.test.ts', 'src/server/domains/accounts/sessions.test.ts'],
  },
  {
    number: 5,
    name: 'outside addresses',
    says: 'No address that a caller writes is asked, however it is spelled; redirects are not followed, answers have a largest size; a name of a provider whose answer changes to one inside leads nowhere.',
    tests: [
      'test/server/outside-addresses.test.ts',
      'src/server/adapters/public-lookup.test.ts',
      'src/server/adapters/pictures/gif-hosts.test.ts',
      'src/server/adapters/pictures/create-pictures.test.ts',
      'src/server/adapters/film-source/tmdb-client.test.ts',
    ],
  },
  {
    number: 6,
    name: 'guessing',
    says: 'Passwords and codes guessed at two instances at once, with forged forwarding headers, end after the same few tries.',
    tests: [
      'test/server/guessing.test.ts',
      'src/server/domains/accounts/attempts.test.ts',
      'src/server/domains/accounts/codes.test.ts',
    ],
  },
  {
    number: 7,
    name: 'limits',
    says: 'Each limit fires, with its own key, before the body is read, and is shared by instances.',
    tests: [
      'test/server/shared-limits.test.ts',
      'test/server/limits.test.ts',
      'test/server/before-the-body.test.ts',
      'test/server/bodies-in-flight.test.ts',
      'src/server/adapters/rate-limit/limits.test.ts',
    ],
  },
  {
    number: 8,
    name: 'uploads',
    says: 'SVG, two formats in one file, places of photos, bombs, cut files, wrong types and uploads that break off leave nothing.',
    tests: [
      'src/server/domains/media/images.test.ts',
      'src/server/domains/media/media.test.ts',
      'src/server/domains/media/list-cover.test.ts',
      'test/server/multipart.test.ts',
    ],
  },
  {
    number: 9,
    name: 'hostile texts',
    says: 'Scripts and markup in every field that members write stay text, in previews and on every screen: no dialog, no policy report, no element.',
    tests: ['test/server/unusual-text.test.ts', 'src/server/domains/previews/hostile-text.test.ts'],
    more: [browser('test/e2e/screens/hostile-texts.e2e.ts')],
  },
  {
    number: 10,
    name: 'sessions',
    says: 'Reset, deletion, suspension and logging out end tokens and sockets; only hashes are kept, and no log has them.',
    tests: [
      'src/server/domains/accounts/sessions.test.ts',
      'src/server/domains/accounts/reset.test.ts',
      'src/server/domains/accounts/registration.test.ts',
      'src/server/db/changes.test.ts',
      'test/server/deletion.test.ts',
      'test/server/side-doors.test.ts',
    ],
  },
  {
    number: 11,
    name: 'Google',
    says: 'Tokens of another audience, issuer or key, without a proven address, expired or used before start no session.',
    tests: [
      'src/server/domains/accounts/google.test.ts',
      'src/server/adapters/identity/google-identity.test.ts',
    ],
  },
  {
    number: 12,
    name: 'crashes',
    says: 'Server and database are killed while members write, 20 times: nothing acknowledged is lost, nothing doubled.',
    tests: ['src/server/core/transact.test.ts', 'test/server/import-process.long.test.ts'],
    more: [vitest('drills')],
  },
  {
    number: 13,
    name: 'backups',
    says: 'A backup made while members write comes back, on an empty Scene, row by row and picture by picture.',
    tests: ['test/server/backup.long.test.ts', 'test/server/backup-bucket.long.test.ts'],
  },
  {
    number: 14,
    name: 'migrations',
    says: 'Two instances that start at once, a start that breaks off and data of older versions end with one sound database.',
    tests: [
      'test/server/process.long.test.ts',
      'test/server/upgrade.long.test.ts',
      'src/server/db/migrate.test.ts',
      'src/server/cli/upgrade.test.ts',
    ],
  },
  {
    number: 15,
    name: 'faults',
    says: 'Database, Redis, storage, mail, film source and model that are down, slow or wrong, and a full disk, cost what is stated and come back without a restart.',
    tests: [
      'src/server/core/http/error-handler.test.ts',
      'src/server/db/shared-connections.test.ts',
      'src/server/db/transaction.test.ts',
      'src/server/adapters/film-source/tmdb-client.test.ts',
      'src/server/adapters/film-source/cached-film-source.test.ts',
      'src/server/adapters/storage/s3-storage.test.ts',
      'src/server/adapters/storage/local-storage.test.ts',
      'src/server/adapters/mail/smtp-mailer.test.ts',
      'src/server/adapters/assistant-model/assistant-model.test.ts',
      'src/server/adapters/realtime/realtime.test.ts',
      'test/server/half-answers.long.test.ts',
      'test/server/process.long.test.ts',
    ],
  },
  {
    number: 16,
    name: 'instances',
    says: 'Two instances tell each thing once, count exactly, and are started again one after the other while members write, without a failed request after one retry.',
    tests: [
      'src/server/adapters/realtime/realtime.test.ts',
      'test/server/crowds.test.ts',
      'test/server/replica.long.test.ts',
    ],
    more: [{ kind: 'parts', what: 'cluster' }],
  },
  {
    number: 17,
    name: 'privileges',
    says: 'Fields that no call knows, and known ones of another type, make nobody more than they are and open nothing.',
    tests: ['test/server/privileges.test.ts', 'test/server/callers.test.ts'],
  },
  {
    number: 18,
    name: 'fuzzing',
    says: 'Whatever is sent, by HTTP, forms, files and sockets, is answered without a fault of the server and without a word of its inside.',
    tests: [
      'test/server/fuzz.long.test.ts',
      'test/server/cursors.test.ts',
      'test/server/multipart.test.ts',
      'src/server/domains/transfer/reading/csv.test.ts',
      'src/server/adapters/realtime/realtime.test.ts',
    ],
  },
  {
    number: 19,
    name: 'enumeration',
    says: 'Whether somebody has an account shows in no answer to who signs in or asks for a code, nor in its time: medians within 5 %.',
    tests: [
      'src/server/domains/accounts/reset.test.ts',
      'src/server/domains/accounts/codes.test.ts',
      'src/server/domains/accounts/sessions.test.ts',
    ],
    more: [vitest('timing')],
  },
  {
    number: 20,
    name: 'imports',
    says: 'Archives that unpack without end, tables of a million rows and open quotes are refused, and others have their turn meanwhile.',
    tests: [
      'src/server/domains/transfer/reading/refused-files.test.ts',
      'src/server/domains/transfer/imports.test.ts',
      'src/server/domains/transfer/archives.test.ts',
    ],
  },
  {
    number: 21,
    name: 'patterns',
    says: 'Every regular expression takes linear time, or the few that do not have bounded text; 100,000 characters take 50 ms.',
    more: [script('scripts/patterns.mjs')],
  },
  {
    number: 22,
    name: 'assistant',
    says: 'A model that obeys whatever it reads changes nothing, learns nothing private and shows no markup.',
    tests: [
      'src/server/domains/assistant/injection.test.ts',
      'src/server/domains/assistant/model/plain-text.test.ts',
    ],
  },
  {
    number: 23,
    name: 'headers',
    says: 'Policy, nosniff, frames, referrers, HSTS behind TLS, no other origins, and no cache for what is private, on every answer.',
    tests: [
      'src/server/core/http/security-headers.test.ts',
      'test/server/contract.test.ts',
      'src/server/core/http.test.ts',
      'src/server/web-files.test.ts',
    ],
  },
  {
    number: 24,
    name: 'erasing',
    says: 'After the deletion of an account nothing of the member is in any table, file or queue.',
    tests: ['test/server/deletion.test.ts', 'src/server/domains/account-deletion/account-deletion.test.ts'],
  },
  {
    number: 25,
    name: 'supply',
    says: 'The lock file holds every package with its checksum, only named ones run scripts as they are installed, licences are allowed ones, no known advisory is open.',
    // Without the registry's answer: `npm run check`.
    fast: [script('scripts/supply.mjs')],
    more: [script('scripts/supply.mjs', '--audit')],
  },
]

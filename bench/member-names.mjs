// Names for a million invented members: common ones are common, as among people.
import { searchedNames } from '#server/domains/members/members.service.ts'

const given =
  'mohammed ahmed ali sara maria layla anna james john emma omar fatima noor yusuf lucas lea louis chloé josé andré amélie zoë björn søren łukasz olivia noah mia liam sofia ana aya amir adam alex alice amina andrea anton arthur aziz ben bella carlos clara daniel david diana elena eva farah george hana hassan ibrahim ines isabel ivan jad jana julia karim khaled lina luca lucia malik marco mariam martin maya michael nadia nina nora oscar paul peter rami rania reem rosa salma sami samir simon tariq thomas victor walid william yara yasmin zainab zara quentin xavier ursula wanda otto ida'.split(
    ' ',
  )
const family =
  'smith garcia martin nguyen khan kim silva müller rossi dubois lefèvre haddad nasser mansour saleh hamdan al_qahtani al_harbi johnson williams brown jones miller davis lopez gonzález wilson anderson taylor moore jackson thompson white harris clark lewis robinson walker young allen king wright scott hill green adams baker nelson carter mitchell roberts turner phillips campbell parker evans edwards collins stewart morris murphy cook rogers morgan cooper peterson reed bailey bell gomez kelly howard ward cox diaz richardson wood watson brooks bennett gray james reyes cruz hughes price myers long foster sanders ross morales powell sullivan ortiz jenkins gutierrez perry butler barnes fisher zimmermann quist xu ivanov yilmaz'.split(
    ' ',
  )
const arabicGiven =
  'محمد أحمد علي سارة مريم ليلى عمر فاطمة نور يوسف إبراهيم آية خالد هند رُقيّة عبدالله سلمى'.split(' ')
const arabicFamily = 'القحطاني الحربي الشمري العتيبي الغامدي حداد ناصر منصور صالح حمدان المهدي الشافعى'.split(
  ' ',
)
const words = 'film cinema movie fan screen reel frame night star dream noir pixel fox owl moon'.split(' ')

/** A sequence of numbers from 0 to 1 that is the same in each run (mulberry32). */
function sequence(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const handle = (text) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^a-z_]/g, '')
    .slice(0, 9)

/** Rows for `members`, number `from` to `to - 1`: the same number always makes the same member. */
export function* membersFrom(from, to) {
  for (let number = from; number < to; number++) {
    const next = sequence(number * 7919)
    // Squared: the first of a list are the common ones.
    const pick = (list) => list[Math.floor(next() ** 2 * list.length)]
    const [first, last] = [pick(given), pick(family)]
    const style = next()
    const stem =
      style < 0.5
        ? `${handle(first)}_${handle(last)}`.slice(0, 13)
        : style < 0.8
          ? `${handle(first)}${pick(words)}`
          : `${pick(words)}_${handle(first)}`
    const username = `${stem.slice(0, 14)}${number.toString(36)}`
    const kind = next()
    const name =
      kind < 0.2
        ? `${pick(arabicGiven)} ${pick(arabicFamily)}`
        : kind < 0.8
          ? `${first} ${last.replace('_', '-')}`
          : null
    const followers = Math.floor((1 / (next() + 0.00002)) ** 0.9)
    yield { username, name, ...searchedNames(username, name), followers }
  }
}

// npm run bench -- [B1 B3 list-1000 …] [flags]: the numbered workloads, see suite.mjs
// npm run bench -- member-search|scroll [flags]: those with data and flags of their own, see their files
import process from 'node:process'

const withOwnData = { 'member-search': './member-search.mjs', scroll: './scroll.mjs' }

await import(withOwnData[process.argv[2]] ?? './suite.mjs')

/**
 * What the owner of a GPU box runs: set it up, check it, plan its memory, bake a model with a proved window.
 * Doors: setUp, examine, makePlan, planBake and bake. It starts no process: the program hands it `run`.
 */
export { bake, describeHostMemory, planBake, proveBaked } from './bake/bake.js'
export { adjustModelfile, DEFAULT_MODELFILE, readModelfile } from './bake/modelfile.js'
export { examine, findingText, tally } from './doctor/doctor.js'
export { openOllamaApi } from './engine_facts/ollama_api.js'
export { thousands } from './format/numbers.js'
export { CARD_QUERY, readCards, readSize } from './plan/cards.js'
export { KV_TYPES, type KvType } from './plan/memory_plan.js'
export { makePlan } from './plan/plan.js'
export { setUp } from './setup/setup.js'
export type { StepReport } from './setup/step.js'
export { type Places, placesUnder } from './system/places.js'
export type { RunProgram } from './system/run_program.js'
export { unitText } from './system/unit.js'

import type { Command } from 'commander'
import type { Flags } from './read_settings.js'

type Act = (argument: string | undefined, flags: Flags) => Promise<number | undefined>

interface BoxCommand {
  name: string
  argument?: [name: string, help: string]
  help: string
  flags: [flags: string, help: string][]
  /** Loads the command's code only now, so that --help needs none of it. */
  act: Act
}

const CONFIG: [string, string] = [
  '--config <file>',
  'settings file (default /etc/aircoder/proxy.json)',
]
const ENGINE_URL: [string, string] = ['--engine-url <url>', 'where the engine is, without /v1']
const MODEL_FLAGS: [string, string][] = [
  ['--from <model>', 'the base, instead of the FROM of the Modelfile'],
  ['--window <tokens>', 'the window to bake, instead of num_ctx of the Modelfile'],
  ['--batch <tokens>', 'num_batch: smaller stutters less while others’ prompts are read'],
]

/** The commands that set up and look after the box. */
const COMMANDS: BoxCommand[] = [
  {
    name: 'setup',
    help: 'From a fresh box to a unit that is ready to start. Repeats harmlessly.',
    flags: [
      ['--dry-run', 'say what would be done, change nothing'],
      ['--root <folder>', 'try it in a folder: no users or services of the box are touched'],
      ['--person <name>', 'whose the first token is (default: you)'],
      ['--host <address>', 'address to listen on (default 127.0.0.1)'],
      ['--engine <name>', 'ollama (default), openai or embedded'],
      ENGINE_URL,
      ['--models <ids>', 'models that may be used (default: the baked one)'],
      ['--slots <number>', 'requests that the engine works on at once'],
      ['--people <number>', 'whose conversations should stay warm (default 5)'],
      ...MODEL_FLAGS,
    ],
    act: async (_, flags) => (await import('./commands/setup.js')).runSetup(flags, process.env),
  },
  {
    name: 'doctor',
    help: 'Examine engine, models and box, and say how to fix each fault.',
    flags: [
      ['--json', 'one JSON object instead of lines'],
      ['--load', 'prove models that are not loaded, even if others have to go'],
      ['--model <id>', 'look at this model only'],
      ENGINE_URL,
      CONFIG,
      ['--root <folder>', 'where a trial setup was made'],
    ],
    act: async (_, flags) => (await import('./commands/doctor.js')).runDoctor(flags, process.env),
  },
  {
    name: 'plan',
    argument: ['[model]', 'a model of the engine (default: the first of the settings)'],
    help: 'What fits on the card: windows, cache types, slots, images.',
    flags: [
      ['--gguf <file>', 'a model file instead of a model of the engine'],
      ['--mmproj <file>', 'its projector'],
      ['--vram <size>', 'size of the card, e.g. 24G (default: as nvidia-smi says)'],
      ['--ram <size>', 'memory of the host (default: of this machine)'],
      ['--people <number>', 'whose conversations stay warm in host memory (default 5)'],
      ['--window <tokens>', 'window to reckon the host memory for'],
      ['--slots <number>', 'slots in the picture (default 1)'],
      ['--kv <type>', 'cache type in the picture: f16 (default), q8_0 or q4_0'],
      ['--batch <tokens>', 'num_batch (default 512)'],
      ['--json', 'one JSON object instead of a picture'],
      ENGINE_URL,
      CONFIG,
    ],
    act: async (model, flags) => {
      await (await import('./commands/plan.js')).runPlan(model, flags, process.env)
      return 0
    },
  },
  {
    name: 'bake',
    help: 'Create the model of the Modelfile in the engine, and prove its window.',
    flags: [
      ['--file <Modelfile>', 'default: /etc/aircoder/Modelfile, else a built-in one'],
      ['--name <model>', 'what it is called (default: the base and its window)'],
      ...MODEL_FLAGS,
      ['--dry-run', 'say what would be done, change nothing'],
      ENGINE_URL,
      CONFIG,
    ],
    act: async (_, flags) => {
      await (await import('./commands/bake.js')).runBake(flags, process.env)
      return 0
    },
  },
]

/** Adds them; a command that returns a number ends the program with it. */
export function addBoxCommands(program: Command): void {
  for (const { name, argument, help, flags, act } of COMMANDS) {
    const command = program.command(name).description(help)
    if (argument !== undefined) command.argument(...argument)
    for (const flag of flags) command.option(...flag)
    command.action(async (...given: unknown[]) => {
      const first = argument === undefined ? undefined : (given[0] as string | undefined)
      const code = await act(first, given[argument === undefined ? 0 : 1] as Flags)
      if (code !== undefined) process.exitCode = code
    })
  }
}

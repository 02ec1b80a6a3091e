import type { Command } from 'commander'
import type { Flags } from './input/read_settings.js'

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
const ENGINE_URL: [string, string] = ['--engine-url <url>', 'address of the engine, without /v1']
const MODEL_FLAGS: [string, string][] = [
  ['--from <model>', 'base model, instead of FROM in the Modelfile'],
  ['--window <tokens>', 'window to bake, instead of num_ctx in the Modelfile'],
  [
    '--batch <tokens>',
    'num_batch: a smaller one interrupts streams less while other prompts are read',
  ],
]

/** The commands that set up and check the box. */
const COMMANDS: BoxCommand[] = [
  {
    name: 'setup',
    help: 'Prepare a fresh box until the systemd unit is ready to start. It can be repeated.',
    flags: [
      ['--dry-run', 'print the steps without changing anything'],
      ['--root <folder>', 'use this folder instead of /; users and services are not changed'],
      ['--person <name>', 'owner of the first token (default: who called sudo, else admin)'],
      ['--host <address>', 'address to listen on (default 127.0.0.1)'],
      ['--engine <name>', 'ollama (default), openai or embedded'],
      ENGINE_URL,
      ['--models <ids>', 'models that may be used (default: the baked model)'],
      ['--slots <number>', 'requests that the engine runs at the same time'],
      ['--people <number>', 'people whose prompts should stay cached in host memory (default 5)'],
      ...MODEL_FLAGS,
    ],
    act: async (_, flags) => (await import('./commands/setup.js')).runSetup(flags, process.env),
  },
  {
    name: 'doctor',
    help: 'Check engine, models and box, and print a fix for each problem.',
    flags: [
      ['--json', 'print one JSON object instead of lines'],
      ['--load', 'load models to prove their window, even if others are unloaded'],
      ['--model <id>', 'check this model only'],
      ['--engine <name>', 'ollama (default), openai, embedded or scripted'],
      ENGINE_URL,
      ['--state-dir <folder>', 'folder of tokens and usage records'],
      CONFIG,
      ['--root <folder>', 'folder of a setup with --root'],
    ],
    act: async (_, flags) => (await import('./commands/doctor.js')).runDoctor(flags, process.env),
  },
  {
    name: 'plan',
    argument: ['[model]', 'a model of the engine (default: the first of the settings)'],
    help: 'Show what fits on the card: windows, cache types and slots.',
    flags: [
      ['--gguf <file>', 'a model file instead of a model of the engine'],
      ['--mmproj <file>', 'projector of the model file'],
      ['--vram <size>', 'memory of the card, e.g. 24G (default: from nvidia-smi)'],
      ['--ram <size>', 'memory of the host (default: this machine)'],
      ['--people <number>', 'people whose prompts should stay cached in host memory (default 5)'],
      ['--window <tokens>', 'window for the host memory'],
      ['--slots <number>', 'slots of the chart (default 1)'],
      ['--kv <type>', 'cache type of the chart: f16 (default), q8_0 or q4_0'],
      ['--batch <tokens>', 'num_batch (default 512)'],
      ['--json', 'print one JSON object instead of the chart'],
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
      ['--name <model>', 'name of the new model (default: base and window)'],
      ...MODEL_FLAGS,
      ['--dry-run', 'print the steps without changing anything'],
      ENGINE_URL,
      CONFIG,
    ],
    act: async (_, flags) => {
      await (await import('./commands/bake.js')).runBake(flags, process.env)
      return 0
    },
  },
]

/** Adds the commands; a returned number is the exit code. */
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

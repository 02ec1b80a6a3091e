import { z } from 'zod'

/**
 * Ollama's own API, as far as it is read here and by the owner's commands (`libs/box`). Fields that an older or
 * newer Ollama leaves out are optional.
 */

/** `GET /api/version`. */
export const VersionSchema = z.looseObject({ version: z.string() })

/** `GET /api/tags`: the installed models. `remote_host` is set on models that run in a cloud. */
export const TagsSchema = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string(),
        size: z.number().nullish(),
        remote_host: z.string().nullish(),
        digest: z.string().nullish(),
        modified_at: z.string().nullish(),
      }),
    )
    .nullish(),
})

/** `GET /api/ps`: the loaded models. `context_length` is the window of one slot. */
export const RunningSchema = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string(),
        context_length: z.number().nullish(),
        size: z.number().nullish(),
        size_vram: z.number().nullish(),
      }),
    )
    .nullish(),
})

/** `POST /api/show`: what the proxy reads of one model. */
export const ShowSchema = z.looseObject({
  parameters: z.string().nullish(),
  capabilities: z.array(z.string()).nullish(),
  modelfile: z.string().nullish(),
  remote_host: z.string().nullish(),
})

/** The same answer with texts and tensors, which only the owner's commands read: a model has hundreds of tensors. */
export const DetailedShowSchema = ShowSchema.extend({
  template: z.string().nullish(),
  system: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  projector_info: z.record(z.string(), z.unknown()).nullish(),
  tensors: z
    .array(z.looseObject({ name: z.string(), shape: z.array(z.number()).nullish() }))
    .nullish(),
  details: z
    .looseObject({
      family: z.string().nullish(),
      parameter_size: z.string().nullish(),
      quantization_level: z.string().nullish(),
    })
    .nullish(),
})

/** Ollama's name of a model, with its tag. */
export function fullModelName(model: string): string {
  return /:[^/]*$/.test(model) ? model : `${model}:latest`
}

/** Reads the parameters of `/api/show`: lines of a name and a value, texts in quotes. A name may repeat. */
export function readParameters(text: string): Record<string, string[]> {
  const parameters: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)\s+(.+?)\s*$/gm))
    parameters[name] = [...(parameters[name] ?? []), value]
  return parameters
}

import { inspectPacked } from '../contents/packing.js'
import { inspectPlain } from '../readers/plain.js'
import { type ProgramReader, type Spec, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'

/** Verbs whose words are kinds and names of objects: `kubectl get secrets`. */
const ABOUT_OBJECTS =
  /^(?:get|describe|delete|edit|label|annotate|explain|logs?|scale|autoscale|rollout|top|wait|patch|auth|api-resources)$/
const OBJECTS: Spec = {
  operands: 'text',
  path: '-f --filename -k --kustomize --kubeconfig --template --patch-file --certificate-authority --client-certificate --client-key',
  text: '-n --namespace -l --selector -o --output -c --container --context -p --patch --for',
}

/** kubectl and helm: folders that they copy or pack. */
export const kubernetes: ProgramReader = {
  name: 'kubernetes',
  programs: { 'kubectl oc helm': UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args } = call
    const words = args.filter(({ text }) => !text?.startsWith('-'))
    const first = words[0]?.text
    if (/^(?:kubectl|oc)$/.test(name) && first === 'cp') inspectPacked(words.slice(1, 2), call)
    if (name === 'helm' && first === 'package') inspectPacked(words.slice(1), call)
    if (name === 'helm' || !ABOUT_OBJECTS.test(first ?? '') || args[0]?.text !== first) return null
    // `-o go-template-file=x`
    for (const word of args) if (word.text?.includes('=')) tryWord(word, call)
    return inspectPlain(call, OBJECTS)
  },
}

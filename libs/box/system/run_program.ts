/** Runs a program of the box. null: it is not installed, or did not answer in time. */
export type RunProgram = (
  program: string,
  args: string[],
) => Promise<{ code: number; output: string } | null>

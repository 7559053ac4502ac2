interface Compiler<Result> {
  run(done: (error: Error | null, result?: Result) => void): void;
  close(done: () => void): void;
}

/** Runs a compiler of webpack once. Rejects if it stops without a result; a result may have errors. */
export async function finish<Result>(compiler: Compiler<Result>): Promise<Result> {
  const result = await new Promise<Result>((resolve, reject) => {
    compiler.run((error, made) => (made ? resolve(made) : reject(error ?? new Error('webpack stopped'))));
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  return result;
}

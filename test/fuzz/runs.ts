/** How many cases a property gets: few in the test run, as many as FUZZ_RUNS says in `npm run fuzz`. */
export function runs(usually: number): number {
  const wanted = Number(process.env["FUZZ_RUNS"] ?? 0);
  return wanted > 0 ? wanted : usually;
}

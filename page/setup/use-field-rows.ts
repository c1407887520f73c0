import { useState } from "preact/hooks";

/** A setting that is an object, as JSON; empty if it is not set. */
export interface ObjectFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fixedBy: string | null;
}

/** The entries of an object as rows of a form; unfinished ones are no entries. */
export function useFieldRows<Row, Entries extends object>(
  { value, onChange }: Pick<ObjectFieldProps, "value" | "onChange">,
  rowsOf: (entries: Entries) => readonly Row[],
  entriesOf: (rows: readonly Row[]) => Entries,
) {
  const [rows, setRows] = useState(() => rowsOf(JSON.parse(value || "{}") as Entries));
  const keep = (next: readonly Row[]): void => {
    setRows(next);
    onChange(JSON.stringify(entriesOf(next)));
  };
  return {
    rows,
    add: (row: Row) => setRows([...rows, row]),
    put: (place: number, row: Row) => keep(rows.map((one, at) => (at === place ? row : one))),
    remove: (place: number) => keep(rows.filter((_row, at) => at !== place)),
  };
}

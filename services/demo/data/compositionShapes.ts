/** A composition of the demo company. */
export interface DemoComposition {
  code: string;
  description: string;
  unit: string;
  /** Coefficient of each line, by the name of a product or the code of another composition. */
  lines: Readonly<Record<string, string>>;
  reference?: string;
}

export const composition = (
  code: string,
  description: string,
  unit: string,
  lines: DemoComposition['lines'],
  reference?: string,
): DemoComposition => ({ code, description, unit, lines, ...(reference !== undefined && { reference }) });

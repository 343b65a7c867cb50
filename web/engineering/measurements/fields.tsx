import { DateInput, Field, QuantityInput, ReadingContext } from '#web/ui/index.ts';
import { useContext } from 'react';

/** Why the text of a field does not read. */
const useProblem = (path: string): string | undefined => useContext(ReadingContext)?.unread[path]?.problem;

interface TextFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Last day of a measurement. */
export const PeriodEndField = ({ value, onChange }: TextFieldProps) => (
  <Field label="Medir até" required error={useProblem('periodEnd')}>
    <DateInput path="periodEnd" value={value} towards="past" onChange={onChange} />
  </Field>
);

/** What is kept back of each measurement of a side. */
export const RetentionField = ({ value, problem, onChange }: TextFieldProps & { problem?: string | undefined }) => (
  <Field label="Retenção (caução) %" error={useProblem('retentionPercentage') ?? problem}>
    <QuantityInput path="retentionPercentage" places={2} value={value} onChange={onChange} />
  </Field>
);

import { DateInput, Field } from '#web/ui/index.ts';

interface ReceivedDateProps {
  value: string;
  problem: string | undefined;
  onChange: (receivedDate: string) => void;
}

/** The day on which it came. */
export const ReceivedDate = ({ value, problem, onChange }: ReceivedDateProps) => (
  <Field label="Recebido em" required error={problem}>
    <DateInput path="receivedDate" towards="past" value={value} onChange={onChange} />
  </Field>
);

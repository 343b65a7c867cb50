import { Button, ErrorState } from '#web/ui/index.ts';
import { useNavigate } from 'react-router-dom';
import { isLasting } from './errors.ts';

/** What helps where asking again cannot. */
export interface Remedy {
  /** Why, in a sentence: "Pode ter sido excluído, ou o endereço está errado." */
  hint: string;
  label: string;
  /** An address, or an act. */
  go: string | (() => void);
}

/** For a row that the address names and that is not there. */
export const gone = (go: Remedy['go'], label = 'Voltar à lista'): Remedy => ({
  hint: 'O registro pode ter sido excluído, ou o endereço está errado.',
  ...{ label, go },
});

/** For days in the address that are no period. */
export const usualPeriod = (go: Remedy['go']): Remedy => ({
  hint: 'O período está escrito no endereço desta página.',
  ...{ label: 'Usar o período de costume', go },
});

export interface FailureProps {
  /** Absent where the answer only lacks the row. */
  error: unknown;
  message: string;
  onRetry: () => void;
  remedy: Remedy;
}

/** What could not be read: asked for again where that can help, else with what can. */
export const Failure = ({ error, message, onRetry, remedy }: FailureProps) => {
  const navigate = useNavigate();
  if (!isLasting(error)) return <ErrorState message={message} onRetry={onRetry} />;
  const { hint, label, go } = remedy;
  return (
    <ErrorState
      message={message}
      hint={hint}
      action={<Button onClick={typeof go === 'string' ? () => void navigate(go) : go}>{label}</Button>}
    />
  );
};

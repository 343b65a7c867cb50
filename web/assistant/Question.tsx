import { Button } from '#web/ui/Button.tsx';
import { RefreshIcon } from '#web/ui/icons.ts';
import type { Waiting } from './waiting.ts';
import styles from './Question.module.css';

export const Question = ({ text }: { text: string }) => (
  <p className={styles.question}>
    <span className="visuallyHidden">Você: </span>
    <span>{text}</span>
  </p>
);

export interface WaitingQuestionProps {
  waiting: Waiting;
  onAgain: () => void;
  onDrop: () => void;
}

/** A question without an answer yet; one that was not sent waits for the user. */
export const WaitingQuestion = ({ waiting: { asked, state, problem }, onAgain, onDrop }: WaitingQuestionProps) => (
  <>
    <Question text={asked.text} />
    {state === 'failed' && (
      <div className={styles.failed}>
        <span>{problem ?? 'Não foi enviada.'}</span>
        <div>
          <Button size="small" icon={<RefreshIcon />} onClick={onAgain}>
            Enviar de novo
          </Button>
          <Button size="small" variant="subtle" onClick={onDrop}>
            Descartar
          </Button>
        </div>
      </div>
    )}
  </>
);

/** An answer is being computed. */
export const Thinking = () => (
  <div className={styles.thinking}>
    <span className="visuallyHidden">Procurando a resposta…</span>
    <i aria-hidden="true" />
    <i aria-hidden="true" />
    <i aria-hidden="true" />
  </div>
);

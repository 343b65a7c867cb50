import type { AssistantAnswerPartsFragment } from '#web/generated/assistant.ts';
import { Button } from '#web/ui/Button.tsx';
import { timeOf } from '#web/ui/clock.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { FormCard } from './FormCard.tsx';
import { assistantTarget } from './navigation.ts';
import { useOpen } from './useOpen.ts';
import styles from './Answer.module.css';

type Answer = AssistantAnswerPartsFragment;

const tones = { NEUTRAL: '', IN: styles.in, OUT: styles.out, LATE: styles.late };

const Sentence = ({ spans }: Pick<Answer, 'spans'>) => (
  <p className={styles.sentence}>
    {spans.map(({ text, strong }, index) => (strong ? <strong key={index}>{text}</strong> : text))}
  </p>
);

const Parts = ({ parts }: Pick<Answer, 'parts'>) => {
  const open = useOpen();
  return (
    <dl className={styles.parts}>
      {parts.map(({ label, value, tone, to }, index) => {
        const target = to ? assistantTarget(to) : null;
        return (
          <div key={index}>
            <dt>{label}</dt>
            <dd className={tones[tone]}>
              {target === null ? (
                value
              ) : (
                <button type="button" aria-label={`${label}: ${value}, abrir`} onClick={() => open(target)}>
                  {value}
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/** Only to screens that exist: an answer is data, and no address of it is trusted (§2). */
const Links = ({ links }: Pick<Answer, 'links'>) => {
  const open = useOpen();
  return links.map(({ label, to }) => {
    const target = assistantTarget(to);
    return (
      target !== null && (
        <Button key={`${label} ${to}`} size="small" onClick={() => open(target)} className={styles.link}>
          {label}
          <ArrowRightIcon aria-hidden="true" />
        </Button>
      )
    );
  });
};

const Choices = ({ choices, onAsk }: Pick<Answer, 'choices'> & { onAsk: (text: string) => void }) => (
  <ul className={styles.choices}>
    {choices.map(({ label, text }) => (
      <li key={`${label} ${text}`}>
        <button type="button" onClick={() => onAsk(text)}>
          {label}
        </button>
      </li>
    ))}
  </ul>
);

export interface AnswerBubbleProps {
  id: string;
  at: string;
  answer: Answer;
  onAsk: (text: string) => void;
}

/** An answer as it was computed: figures with their parts, the lists behind them, what they cover and when. */
export const AnswerBubble = ({ id, at, answer, onAsk }: AnswerBubbleProps) => {
  const { spans, parts, links, scope, choices, form } = answer;
  return (
    <>
      <article className={styles.bubble} aria-label="Resposta">
        <Sentence spans={spans} />
        {parts.length > 0 && <Parts parts={parts} />}
        {links.length > 0 && (
          <div className={styles.links}>
            <Links links={links} />
          </div>
        )}
        {choices.length > 0 && <Choices choices={choices} onAsk={onAsk} />}
        {scope != null && (
          <p className={styles.scope}>
            {scope}, {timeOf(at)}
          </p>
        )}
      </article>
      {form && <FormCard messageId={id} form={form} />}
    </>
  );
};

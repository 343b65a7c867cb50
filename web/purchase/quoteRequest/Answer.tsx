import { formatMoment, todayIn } from '#domain/dates.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import publicStyles from '#web/public/public.module.css';
import { useEffect, useState } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import { Decline } from './Decline.tsx';
import { Files } from './Files.tsx';
import { Head } from './Head.tsx';
import { Lines } from './Lines.tsx';
import type { RequestApi } from './requestApi.ts';
import { Review } from './Review.tsx';
import { Terms } from './Terms.tsx';
import { decided, figuresOf, readTyped, type Request } from './typed.ts';
import { useAnswer } from './useAnswer.ts';
import own from './QuoteRequest.module.css';

interface AnswerProps {
  opened: QuoteRequest & { request: Request };
  api: RequestApi;
  onTold: (request: QuoteRequest) => void;
  onExpired: () => void;
}

/** Milliseconds that are left by the clock of the server, counted by that of the device. */
const useLeft = ({ now, request }: QuoteRequest & { request: Request }, onExpired: () => void): number => {
  const [ahead] = useState(() => new Date(now).getTime() - Date.now());
  const [left, setLeft] = useState(() => new Date(request.deadline).getTime() - new Date(now).getTime());
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = new Date(request.deadline).getTime() - (Date.now() + ahead);
      setLeft(rest);
      if (rest <= 0) {
        clearInterval(timer);
        onExpired();
      }
    }, 1_000);
    return () => clearInterval(timer);
  }, [request.deadline, ahead, onExpired]);
  return left;
};

/** The form: prices, freight, terms, notes and files, and what they make. */
export const Answer = ({ opened, api, onTold, onExpired }: AnswerProps) => {
  const { request } = opened;
  const answering = useAnswer(opened, api);
  const left = useLeft(opened, onExpired);
  const [files, setFiles] = useState(opened.answer?.attachments ?? []);
  const [step, setStep] = useState<'typing' | 'review' | 'decline'>('typing');
  const { typed, saved, change } = answering;
  const read = readTyped(typed, request, todayIn(new Date()));
  const problems = [...read.problems, ...answering.problems];
  const figures = figuresOf(request, read.body);
  const done = decided(read.body);
  const sent = (told: QuoteRequest) => {
    answering.forget();
    onTold(told);
  };
  if (step === 'review')
    return (
      <Review
        {...{ request, api, figures, files }}
        body={read.body}
        onSent={sent}
        onBack={(found) => {
          answering.setProblems(found);
          setStep('typing');
        }}
      />
    );
  if (step === 'decline') return <Decline api={api} onBack={() => setStep('typing')} onTold={sent} />;
  return (
    <div className={styles.page}>
      <Head {...{ request, saved, left }} company={opened.company} phone={opened.phone} />
      {opened.answeredAt !== null && (
        <p className={styles.note} role="status">
          Você respondeu em {formatMoment(new Date(opened.answeredAt))}. O que mudar aqui só vale depois de enviar de
          novo.
        </p>
      )}
      <main className={styles.form}>
        <Lines {...{ request, typed, figures, problems, change, done }} />
        <Terms {...{ typed, problems, change }} />
        <Files {...{ api, files, typed, change }} onFiles={setFiles} />
        <p className={own.pledge}>
          Só {opened.company} vê os seus preços. Nenhum outro fornecedor tem acesso, e este link é só seu.
        </p>
        <button type="button" className={styles.plain} onClick={() => setStep('decline')}>
          Não vou participar
        </button>
      </main>
      <footer className={styles.foot}>
        <div>
          <span className={styles.footLabel}>
            Total com frete · {done} de {request.lines.length} itens
          </span>
          <strong className={styles.total}>{formatCurrency(figures.total)}</strong>
        </div>
        <button
          type="button"
          className={publicStyles.button}
          onClick={() => (read.problems.length === 0 ? setStep('review') : answering.setProblems(read.problems))}
        >
          Revisar e enviar
        </button>
      </footer>
    </div>
  );
};

import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { tokenOfAddress } from '#web/public/linkApi.ts';
import type { Outcome } from '#web/public/supplier/calls.ts';
import { Unopened } from '#web/public/supplier/Unopened.tsx';
import { useEffect, useMemo, useState } from 'react';
import { Answer } from './Answer.tsx';
import { Closed } from './Closed.tsx';
import { requestApi } from './requestApi.ts';
import { Sent } from './Sent.tsx';
import type { Request } from './typed.ts';

type Opened = Outcome<QuoteRequest> | null;

const hasRequest = (opened: QuoteRequest): opened is QuoteRequest & { request: Request } => opened.request !== null;

/** `/quote-request/:token`: a supplier answers a request for quotes, without a login (specification §2; mock 22). */
const QuoteRequestPage = () => {
  const api = useMemo(() => requestApi(tokenOfAddress()), []);
  const [opened, setOpened] = useState<Opened>(null);
  const [changing, setChanging] = useState(false);
  const open = () => void api.open().then(setOpened);
  useEffect(() => {
    void api.open().then(setOpened);
  }, [api]);
  const told = (request: QuoteRequest) => {
    setChanging(false);
    setOpened({ data: request });
    window.scrollTo(0, 0);
  };

  if (opened === null || 'problem' in opened) return <Unopened title="Cotação" refused={opened} onRetry={open} />;
  const { data } = opened;
  if (!hasRequest(data)) return <Closed request={data} api={api} onTold={told} />;
  const unsent = data.answer?.savedAt != null;
  if (data.answeredAt !== null && !unsent && !changing)
    return <Sent request={data} onChange={() => setChanging(true)} />;
  return <Answer key={data.answeredAt} opened={data} api={api} onTold={told} onExpired={open} />;
};

export default QuoteRequestPage;

import { NO_CONNECTION } from '#domain/messages.ts';
import { isProblem, RestFailure, restFailureText } from './errors.ts';
import { changeAnswered } from './fresh.ts';
import { openKeys } from './idempotency.ts';
import { isRecord, isText } from './storage.ts';
import { authorization, currentToken } from './token.ts';

/** Files use REST, all other data GraphQL (docs/architecture.md). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const bearer = (): string => {
  const token = currentToken();
  return token ? authorization(token) : '';
};

interface Answer {
  data?: unknown;
  /** Code of a failure. */
  error?: unknown;
  message?: string;
  fields?: unknown;
}

const problemsOf = ({ fields }: Answer) => (Array.isArray(fields) ? fields.filter(isProblem) : []);

const answerOf = (text: string): Answer => {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
};

export interface Upload {
  path: string;
  /** Name of the form's part. */
  part: string;
  file: File;
  /** Sent as JSON beside the file. */
  json?: { part: string; value: object };
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Sentence when the service gives none. */
  failure?: string;
}

/** Uploads one file; `data` and `message` of the answer. @throws RestFailure */
export const uploadFile = ({ path, part, file, json, onProgress, failure }: Upload): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const command = JSON.stringify([path, file.name, file.size, file.lastModified, json?.value]);
    request.open('POST', path);
    request.setRequestHeader('Authorization', bearer());
    request.setRequestHeader('Idempotency-Key', openKeys.of(command));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new RestFailure(failure ?? NO_CONNECTION));
    request.onload = () => {
      const answer = answerOf(request.responseText);
      if (request.status < 500) openKeys.answered(command);
      if (request.status < 300) changeAnswered();
      if (request.status < 300 && answer.data !== undefined) resolve(answer);
      else {
        const text = restFailureText(request.status, answer, failure);
        const code = isText(answer.error) ? answer.error : undefined;
        reject(new RestFailure(text, problemsOf(answer), code, request.status));
      }
    };
    const body = new FormData();
    if (json) body.append(json.part, JSON.stringify(json.value));
    body.append(part, file, file.name);
    request.send(body);
  });

const respond = async (path: string, body?: object, signal?: AbortSignal): Promise<Response> => {
  const posted = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(path, {
    ...(body && posted),
    ...(signal && { signal }),
    headers: { Authorization: bearer(), ...(body && { 'Content-Type': 'application/json' }) },
  }).catch(() => {
    throw new RestFailure(NO_CONNECTION);
  });
  if (!response.ok) throw new RestFailure(restFailureText(response.status, answerOf(await response.text())));
  return response;
};

/** Reads a file with the token; a body is posted as JSON. @throws RestFailure */
export const readFile = async (path: string, body?: object): Promise<Blob> => (await respond(path, body)).blob();

/** Posts a body as JSON and returns the answer as it comes. @throws RestFailure */
export const readStream = async (
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const { body: stream } = await respond(path, body, signal);
  if (!stream) throw new RestFailure(NO_CONNECTION);
  return stream;
};

/**
 * Opens a file beside the screen, where the browser shows and prints it. False when the browser takes it for an unasked window:
 * the last key or click was too long ago.
 */
export const openFile = (file: Blob): boolean => {
  if (!navigator.userActivation.isActive) return false;
  const url = URL.createObjectURL(file);
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
};

/** Downloads a file with the token and saves it through the browser; a body is posted as JSON. @throws RestFailure */
export const downloadFile = async (path: string, name: string, body?: object): Promise<void> => {
  const url = URL.createObjectURL(await readFile(path, body));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

import { UPLOAD_FAILED } from '#domain/messages.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { useState } from 'react';

export interface UploadProblem {
  text: string;
  /** What is wrong in the file, where it was read. */
  fields: readonly FieldProblem[];
}

/** Uploads a file to `path`; `share` is what was sent of it, null while nothing is under way. */
export const useUpload = () => {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const send = async (path: string, part: string, file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      const text = `${file.name} tem ${formatBytes(file.size)}: o limite é ${formatBytes(MAX_FILE_BYTES)}.`;
      setProblem({ text, fields: [] });
      return undefined;
    }
    setProblem(null);
    setShare(0);
    try {
      return await uploadFile({ path, part, file, onProgress: setShare, failure: UPLOAD_FAILED });
    } catch (error) {
      setProblem({ text: errorText(error, UPLOAD_FAILED), fields: fieldProblems(error) });
      return undefined;
    } finally {
      setShare(null);
    }
  };
  return { share, problem, send, forgetProblem: () => setProblem(null) };
};

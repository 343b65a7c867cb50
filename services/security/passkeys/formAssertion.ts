import { Compile } from 'typebox/compile';
import { PasskeyAssertion } from '#schema/security/passkeys.rest.ts';
import { OAuthError } from '../../platform/http/failures.ts';
import { closed } from '../../platform/http/schemaNodes.ts';

const compiled = Compile(closed(PasskeyAssertion));

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads the signature of a form, which has no nested fields. @throws OAuthError 400 for another text, and for unknown fields in it */
export const readAssertion = (text: string): PasskeyAssertion => {
  const read = parse(text);
  // Safe cast: checked against the schema of the type.
  if (compiled.Check(read)) return read as PasskeyAssertion;
  throw new OAuthError(400, 'invalid_request', 'Confira os campos informados.');
};

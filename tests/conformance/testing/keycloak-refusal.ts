import { expect } from 'vitest';

/** The refusal of a call: its status, and the words that Keycloak's clients read. */
export async function refusal(call: Promise<unknown>) {
  const failure = await call.then(
    (answer) => ({ response: { status: 200 }, responseData: answer }),
    (error: unknown) => error,
  );
  const { response, responseData } = failure as { response: { status: number }; responseData: Record<string, string> };
  return {
    status: response.status,
    error: responseData.error,
    message: responseData.errorMessage,
    description: responseData.error_description,
  };
}

/** Result of `refusal` for a call that was refused. */
export const refused = (status: number, error: string) => ({
  status,
  error,
  message: expect.any(String),
  description: expect.any(String),
});

import type { Role } from '@kianda/contract';
import { type Report, reportGenerate, reportsList } from '@kianda/contract/operations/reports/reports.contract';
import { authLogin, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { expect } from 'vitest';
import { AppError } from '../../../../platform/http/errors.ts';
import { createTestApplication } from '../../../../testing/application.ts';
import { startMailSink } from '../../../people/delivery/testing/receivers.ts';

const chief = { email: 'direcao@kianda.test', password: 'calema em Benguela 1954' };

/**
 * The whole application, with a mail server that keeps what it takes where asked for: invitations then go by mail, and
 * its administrator is the only account there is.
 */
export async function openReportsDesk({ mail = false } = {}) {
  const sink = await startMailSink();
  const settings = {
    KIANDA_SMTP_URL: sink.url,
    KIANDA_SMTP_FROM: 'kianda@exemplo.ao',
    KIANDA_ADMIN_EMAIL: chief.email,
    KIANDA_ADMIN_PASSWORD: chief.password,
  };
  const app = await createTestApplication(mail ? { settings } : {});
  let session = { token: '', untilMs: 0 };
  let visits = 0;
  /** Sign-ins are limited by address, and time goes by leaps here. */
  async function chiefToken(): Promise<string> {
    if (app.clock.nowMs() > session.untilMs) {
      visits += 1;
      const { data } = await app.call<SignIn>(authLogin, { body: chief, ip: `10.3.0.${visits}` });
      session = { token: data.accessToken, untilMs: app.clock.nowMs() + 10 * 60_000 };
    }
    return session.token;
  }
  const token = async (role: Role) => (mail ? chiefToken() : (await app.signIn(role)).token);

  async function reports(role: Role = 'administrador') {
    const { data } = await app.call<{ reports: Report[]; by_type: Record<string, number> }>(reportsList, {
      token: await token(role),
    });
    return data;
  }
  /** The report once it is no longer being made. */
  async function ended(id: string, role: Role = 'administrador'): Promise<Report> {
    const find = async () => (await reports(role)).reports.find((one) => one.id === id);
    await expect.poll(async () => (await find())?.status).not.toBe('generating');
    const report = await find();
    if (report === undefined) throw new Error(`report ${id} is gone`);
    return report;
  }
  return {
    app,
    sink,
    token,
    reports,
    ended,
    /** Asks for a report and waits for it. */
    async generate(body: unknown, role: Role = 'administrador'): Promise<Report> {
      const asked = await app.call<Report>(reportGenerate, { token: await token(role), body });
      if (asked.status !== 202) throw new Error(`generate: ${asked.status} ${asked.text}`);
      return ended(asked.data.id, role);
    },
    /** Runs a job of the module to its end. */
    async run(name: string): Promise<void> {
      // An earlier event may have started a run already, and that run may not have seen the latest data.
      const enqueue = async () => {
        try {
          return await app.composition.queue.enqueue(name, {});
        } catch (error) {
          if (error instanceof AppError && error.code === 'already_running') return null;
          throw error;
        }
      };
      let runId: string | null = null;
      await expect
        .poll(async () => {
          runId = await enqueue();
          return runId;
        })
        .not.toBeNull();
      if (runId !== null) await app.ended(runId);
    },
    async close() {
      await app.close();
      await sink.close();
    },
  };
}

export type ReportOperations = Awaited<ReturnType<typeof openReportsDesk>>;

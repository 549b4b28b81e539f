import { formatCount } from '@kianda/format';

export const noticeTexts = {
  withOthers: (message: string, others: number) =>
    `${message} E ${formatCount(others, 'aviso anterior', 'avisos anteriores')}.`,
} as const;

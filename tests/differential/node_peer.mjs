// How node and nodemailer read the lines of the standard input, one line of answer for each.
//   node node_peer.mjs urls              "scheme host port path" by the URL class, or "refused"
//   node node_peer.mjs recipients        the addresses that nodemailer finds, parted by spaces, or "refused"
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { domainToASCII } from 'node:url';

function readUrl(text) {
  if (!URL.canParse(text)) return 'refused';
  const url = new URL(text);
  return [url.protocol.slice(0, -1), url.hostname, url.port || '443', url.pathname].join(' ');
}

function recipientReader() {
  const require = createRequire(new URL('../e2e/package.json', import.meta.url));
  const addressparser = require('nodemailer/lib/addressparser');
  const mapped = (address) => {
    const at = address.lastIndexOf('@');
    return address.slice(0, at + 1) + domainToASCII(address.slice(at + 1));
  };
  return (text) => {
    const found = addressparser(text);
    if (found.some((entry) => entry.group)) return 'a group';
    // A domain that node has no ASCII form of is read by nobody here, and so leads nowhere.
    const addresses = found.map((entry) => mapped(entry.address));
    return addresses.some((address) => address.endsWith('@')) ? 'refused' : addresses.join(' ') || 'refused';
  };
}

const read = process.argv[2] === 'urls' ? readUrl : recipientReader();
const answers = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) answers.push(read(line));
process.stdout.write(answers.map((answer) => `${answer}\n`).join(''));

import { describe, expect, it } from "vitest";
import { DeviceError } from "../../../src/core/errors.ts";
import { escapeXml } from "../../../src/families/http/soap.ts";
import { Fields } from "../../../src/families/polled/fields.ts";
import { browse, parseQueue, queueFrom } from "../../../src/families/wiim/play-queue.ts";

/** An answer with a document as text. */
function answered(context: string): Buffer {
  return Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n<u:BrowseQueueExResponse xmlns:u="urn:schemas-wiimu-com:service:PlayQueue:1">\r\n<QueueContext>${escapeXml(context)}</QueueContext>\r\n</u:BrowseQueueExResponse>\r\n</s:Body> </s:Envelope>`,
  );
}

function listOf(info: string, ...items: readonly string[]): string {
  const tracks = items.map(
    (item, at) =>
      `<Track${at + 1}><URL>http://h/${at}</URL><Metadata>${escapeXml(item)}</Metadata></Track${at + 1}>`,
  );
  return `<?xml version="1.0"?>\r\n<PlayList>\r\n<ListName>Tide &amp; Time_#~2026-07-08 16:49:59</ListName>\r\n<ListInfo>${info}</ListInfo>\r\n<Tracks>${tracks.join("")}</Tracks>\r\n</PlayList>\r\n`;
}

function item(title: string, artist: string, duration: string): string {
  return `<?xml version="1.0"?><DIDL-Lite xmlns:dc="a" xmlns:upnp="b" xmlns="c"><item id="0"><res duration="${duration}"></res><dc:title>${title}</dc:title><upnp:artist>${artist}</upnp:artist><upnp:album>unknow</upnp:album></item></DIDL-Lite>`;
}

const read = (context: string) => queueFrom(new Fields(parseQueue(answered(context))));

describe("the queue of a WiiM player", () => {
  it("is the part that is told, at its place in the whole", () => {
    const info =
      "<TotalNumber>14</TotalNumber><TrackNumber>3</TrackNumber><LastPlayIndex>7</LastPlayIndex><Offset>6</Offset><Limit>3</Limit>";
    const items = [
      item("Ebb &amp; Flow", "&lt;unknown&gt;", "15229"),
      item("Two", "B", "00:02:47"),
      item("Three", "C", ""),
    ];
    expect(read(listOf(info, ...items))).toEqual({
      id: "Tide & Time_#~2026-07-08 16:49:59",
      name: "Tide & Time",
      first: 5,
      total: 14,
      current: 6,
      entries: [
        { title: "Ebb & Flow", artist: "", album: "", durationSeconds: 15.229 },
        { title: "Two", artist: "B", album: "", durationSeconds: 167 },
        { title: "Three", artist: "C", album: "", durationSeconds: undefined },
      ],
    });
  });

  it("is the whole list where older firmware tells no parts", () => {
    const info = "<TrackNumber>2</TrackNumber><LastPlayIndex>2</LastPlayIndex>";
    const queue = read(listOf(info, item("One", "A", "1000"), item("Two", "B", "2000")));
    expect(queue).toMatchObject({ first: 0, total: 2, current: 1 });
  });

  it("keeps the place of an entry whose description is broken", () => {
    const info = "<TrackNumber>2</TrackNumber><LastPlayIndex>0</LastPlayIndex>";
    const queue = read(listOf(info, "<DIDL-Lite><item><dc:title>A & B", item("Two", "B", "1000")));
    expect(queue.entries.map(({ title }) => title)).toEqual(["", "Two"]);
    expect(queue.current).toBeUndefined();
  });

  it("is the whole list, however long", () => {
    const items = Array.from({ length: 1500 }, (_, at) => item(`Song ${at}`, "A & B", "1000"));
    const queue = read(listOf("<TrackNumber>1500</TrackNumber>", ...items));
    expect([queue.entries.length, queue.entries[1499]?.title]).toEqual([1500, "Song 1499"]);
  });

  it("is empty while something else plays", () => {
    const body = Buffer.from("<s:Envelope><s:Body><u:R/></s:Body></s:Envelope>");
    const queue = queueFrom(new Fields(parseQueue(body)));
    expect(queue).toMatchObject({ entries: [], total: undefined, current: undefined });
  });

  it.each([
    ["entities that expand", answered('<!DOCTYPE a [<!ENTITY b "bbbb">]><PlayList>&b;</PlayList>')],
    ["entities of the envelope", Buffer.from('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>')],
    ["more than a list has", answered(`<PlayList>${"<a>".repeat(70_000)}</PlayList>`)],
    ["what is cut", answered(listOf("<TrackNumber>1</TrackNumber>", item("One", "A", "1"))).subarray(0, 400)],
    ["a document that is cut", answered("<PlayList><ListName>One")],
    ["a page", Buffer.from("<html><body>Hello</body></html>")],
  ])("refuses %s", (_what, body) => {
    expect(() => parseQueue(body)).toThrow(DeviceError);
  });

  it.each([
    [undefined, 0],
    ["7", 0],
    ["49", 0],
    ["300", 290],
  ])("is asked for around entry %s", (LastPlayIndex, TrackIndex) => {
    expect(browse(new Fields({ LastPlayIndex }))[0]).toMatchObject({ fields: { TrackIndex } });
  });
});

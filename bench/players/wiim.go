package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"html"
	"io"
	"math/big"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A player of WiiM, from public descriptions of that API: JSON over HTTPS with a certificate of its own, and the queue over
// UPnP at a port that is the same at each of them.

const (
	upnpPort     = 49_152
	queueService = "urn:schemas-wiimu-com:service:PlayQueue:1"
)

// Line out, optical and coaxial.
var wiimOutputs = []string{"2", "1", "3"}

// listenWiim starts a player and the service of its queue. Since that has a fixed port, each player has an address of its own: in the
// first block that no other process has taken.
func listenWiim(p *player) string {
	host, upnp := "", net.Listener(nil)
	for block := 1; upnp == nil; block++ {
		if block > 254 {
			fail("player %d: port %d is taken everywhere", p.number, upnpPort)
		}
		host = fmt.Sprintf("127.%d.%d.%d", block, p.number/250, 1+p.number%250)
		upnp, _ = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(upnpPort)))
	}
	go func() { _ = http.Serve(upnp, http.HandlerFunc(p.serveUpnp)) }()
	return "https://" + serve(p, host, wiimTls)
}

var wiimTls = &tls.Config{Certificates: []tls.Certificate{selfSigned("www.linkplay.com")}}

func selfSigned(name string) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		fail("%v", err)
	}
	now := time.Now()
	body := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0)}
	whole, err := x509.CreateCertificate(rand.Reader, body, body, &key.PublicKey, key)
	if err != nil {
		fail("%v", err)
	}
	return tls.Certificate{Certificate: [][]byte{whole}, PrivateKey: key}
}

// wiimReply answers a read; the caller has the mutex. The type of JSON is that of a page.
func (p *player) wiimReply(asked *http.Request) reply {
	answer := p.wiimAnswer(asked.URL.Query().Get("command"))
	if asked.URL.Path != "/httpapi.asp" || answer == nil {
		return reply{http.StatusOK, "text/html", []byte("unknown command")}
	}
	return jsonReply("text/html", answer)
}

func (p *player) wiimAnswer(command string) any {
	switch command {
	case "getStatusEx":
		mac := fmt.Sprintf("02:00:02:00:%02X:%02X", p.number/256, p.number%256)
		return object{
			"uuid": fmt.Sprintf("FF31F09E%024X", p.number), "DeviceName": fmt.Sprintf("Player %d", p.number),
			"GroupName": fmt.Sprintf("Player %d", p.number), "ssid": "Player_A1B2", "language": "en_us", "firmware": "Linkplay.4.8.731953",
			"hardware": "ALLWINNER-R328", "build": "release", "project": "WiiM_Pro_with_gc4a", "priv_prj": "WiiM_Pro_with_gc4a",
			"Release": "20250114", "group": "0", "wmrm_version": "4.2", "internet": "1", "netstat": "2", "essid": "686F757365",
			"apcli0": "0.0.0.0", "eth0": "0.0.0.0", "MAC": mac, "STA_MAC": mac, "ETH_MAC": mac, "VersionUpdate": "0", "NewVer": "0",
			"plm_support": "0x56", "preset_key": "12", "volume_control": "0", "RSSI": "-41",
		}
	case "getPlayerStatus", "getPlayerStatusEx":
		return object{
			"type": "0", "ch": "0", "mode": "32", "loop": "4", "eq": "0", "vendor": "Tidal",
			"status": map[int]string{0: "stop", 3: "play", 4: "pause"}[p.music],
			"curpos": strconv.FormatInt(p.musicClock.position().Milliseconds()%trackMs, 10), "totlen": strconv.Itoa(trackMs),
			"Title": trackTitle(p.queue[p.track]), "Artist": "Artist", "Album": "An album with a name of some length", "alarmflag": "0",
			"plicount": strconv.Itoa(len(p.queue)), "plicurr": strconv.Itoa(p.track + 1),
			"vol": strconv.Itoa(p.volume), "mute": map[bool]string{true: "1", false: "0"}[p.isMuted],
		}
	case "getMetaInfo":
		return object{"metaData": object{
			"album": "An album with a name of some length", "title": trackTitle(p.queue[p.track]), "artist": "Artist",
			"albumArtURI": fmt.Sprintf("https://pictures.example.net/%d.jpg", 1000+p.queue[p.track]),
			"sampleRate":  "44100", "bitDepth": "16", "bitRate": "1411",
		}}
	case "getPresetInfo":
		return object{"preset_num": "1", "preset_list": []object{{
			"number": 1, "name": "Station", "url": "http://radio.example.net/1", "source": "Radio",
			"picurl": "https://pictures.example.net/station.png",
		}}}
	case "getNewAudioOutputHardwareMode":
		return object{"hardware": wiimOutputs[p.output], "source": "0", "audiocast": "0"}
	case "EQGetList":
		return []string{"Flat", "Acoustic", "Bass Booster", "Classical", "Jazz", "Rock"}
	case "EQGetBand":
		return object{"status": "OK", "source_name": "wifi", "EQStat": "On", "Name": "Jazz",
			"EQBand": []object{{"index": 0, "param_name": "band31hz", "value": 50}}}
	case "multiroom:getSlaveList":
		return object{"slaves": 0, "wmrm_version": "4.2"}
	}
	return nil
}

var trackRange = regexp.MustCompile(`<TrackIndex>(\d+)</TrackIndex><TrackNums>(\d+)</TrackNums>`)

// serveUpnp answers with a part of the queue: a document in a document, whose texts are escaped twice.
func (p *player) serveUpnp(response http.ResponseWriter, asked *http.Request) {
	p.begins(asked)
	body, _ := io.ReadAll(asked.Body)
	answer := ""
	if asked.URL.Path == "/description.xml" {
		answer = fmt.Sprintf(`<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><friendlyName>Player %d</friendlyName>`+
			`<serviceList><service><serviceType>%s</serviceType><controlURL>/upnp/control/PlayQueue1</controlURL></service></serviceList>`+
			`</device></root>`, p.number, queueService)
	} else if wanted := trackRange.FindSubmatch(body); wanted != nil {
		first, _ := strconv.Atoi(string(wanted[1]))
		count, _ := strconv.Atoi(string(wanted[2]))
		answer = p.wiimQueue(max(1, first), count)
	}
	p.ended(len(answer))
	if answer == "" {
		http.NotFound(response, asked)
		return
	}
	response.Header().Set("Content-Type", `text/xml; charset="utf-8"`)
	_, _ = io.WriteString(response, answer)
}

func (p *player) wiimQueue(first, count int) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var tracks strings.Builder
	last := min(len(p.queue), first-1+count)
	for number := first; number <= last; number++ {
		entry := p.queue[number-1]
		metadata := fmt.Sprintf(`<?xml version="1.0"?><DIDL-Lite xmlns:dc="http://purl.org/dc/elements/1.1/" `+
			`xmlns:upnp="urn:schemas-upnp-org:metadata-1-0/upnp/" xmlns="urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/"><item id="0">`+
			`<res protocolInfo="http-get:*:audio/mpeg:DLNA.ORG_PN=MP3;DLNA.ORG_OP=01;" duration="%d"></res><dc:title>%s</dc:title>`+
			`<upnp:artist>Artist</upnp:artist><upnp:album>An album with a name of some length</upnp:album>`+
			`<upnp:albumArtURI>https://pictures.example.net/%d.jpg</upnp:albumArtURI></item></DIDL-Lite>`, trackMs, trackTitle(entry), 1000+entry)
		fmt.Fprintf(&tracks, "<Track%d><URL>http://media.example.net/%d.flac</URL><Metadata>%s</Metadata><Id>%d</Id><Source>Tidal</Source></Track%d>",
			number, entry, html.EscapeString(metadata), entry, number)
	}
	list := fmt.Sprintf(`<?xml version="1.0"?><PlayList><ListName>Evening_#~2026-07-08 16:49:59</ListName><ListInfo><SourceName>Tidal</SourceName>`+
		`<TotalNumber>%d</TotalNumber><TrackNumber>%d</TrackNumber><LastPlayIndex>%d</LastPlayIndex><Offset>%d</Offset><Limit>%d</Limit></ListInfo>`+
		`<Tracks>%s</Tracks></PlayList>`, len(p.queue), max(0, last-first+1), p.track+1, first, count, tracks.String())
	return fmt.Sprintf(`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>`+
		`<u:BrowseQueueExResponse xmlns:u="%s"><QueueContext>%s</QueueContext></u:BrowseQueueExResponse></s:Body></s:Envelope>`,
		queueService, html.EscapeString(list))
}

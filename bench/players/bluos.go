package main

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A player that works with BluOS, from the description of that API: XML, and two documents that are held until they change.

const longestHold = 200 * time.Second

// changed wakes the held requests; the caller has the mutex.
func (p *player) changed() {
	if p.wake != nil {
		close(p.wake)
	}
	p.wake = make(chan struct{})
}

func (p *player) bluosReply(asked *http.Request) reply {
	body, isKnown := p.bluosAnswer(asked, asked.URL.Query())
	if !isKnown {
		return reply{http.StatusNotFound, "text/plain; charset=utf-8", []byte("404 page not found\n")}
	}
	return reply{http.StatusOK, "application/xml", []byte(body)}
}

func (p *player) bluosAnswer(asked *http.Request, query url.Values) (string, bool) {
	switch asked.URL.Path {
	case "/Status":
		return p.held(asked, query, p.bluosStatus), true
	case "/SyncStatus":
		return p.held(asked, query, p.bluosSync), true
	case "/RadioBrowse":
		return document(`<radiotime service="Capture"><item id="input0" typeIndex="spdif-1" inputType="spdif" text="Optical" URL="Capture%3A0" type="audio"/></radiotime>`), true
	case "/Presets":
		return document(`<presets prid="1"><preset id="1" name="Station" url="TuneIn:s1" image="/images/1.png"/></presets>`), true
	case "/Playlist":
		return p.bluosQueue(query), true
	}
	return "", false
}

// held answers at once without a time or with another token; else when the document changes, or the time is over.
func (p *player) held(asked *http.Request, query url.Values, write func() (string, string)) string {
	seconds, _ := strconv.Atoi(query.Get("timeout"))
	end := time.After(min(time.Duration(seconds)*time.Second, longestHold))
	for {
		p.mutex.Lock()
		etag, body := write()
		if p.wake == nil {
			p.wake = make(chan struct{})
		}
		wake := p.wake
		p.mutex.Unlock()
		if seconds <= 0 || query.Get("etag") != etag {
			return body
		}
		select {
		case <-wake:
		case <-asked.Context().Done():
			return body
		case <-end:
			return body
		}
	}
}

func (p *player) bluosStatus() (string, string) {
	entry := p.queue[p.track]
	var rest strings.Builder
	field := func(name, text string) {
		rest.WriteString("<" + name + ">")
		_ = xml.EscapeText(&rest, []byte(text))
		rest.WriteString("</" + name + ">")
	}
	mute := map[bool]string{true: "1", false: "0"}[p.isMuted]
	field("album", "An album with a name of some length")
	field("artist", "Artist")
	field("canMovePlayback", "true")
	field("canSeek", "1")
	field("cursor", strconv.Itoa(p.track))
	field("image", fmt.Sprintf("/Artwork?service=LocalMusic&songid=%d", 1000+entry))
	field("indexing", "0")
	field("mid", "0")
	field("mode", "1")
	field("mute", mute)
	field("name", trackTitle(entry))
	field("pid", strconv.Itoa(len(p.queue)))
	field("prid", "0")
	field("quality", "cd")
	field("repeat", "2")
	field("service", "LocalMusic")
	field("serviceIcon", "/Sources/images/LibraryIcon.png")
	field("serviceName", "Library")
	field("shuffle", "0")
	field("sid", "1")
	field("sleep", "")
	field("song", strconv.Itoa(p.track))
	field("state", map[int]string{0: "stop", 3: "play", 4: "pause"}[p.music])
	field("streamFormat", "FLAC 16/44.1")
	field("syncStat", strconv.Itoa(p.syncStat()))
	field("title1", trackTitle(entry))
	field("title2", "Artist")
	field("title3", "An album with a name of some length")
	field("totlen", strconv.Itoa(trackMs/1000))
	if p.isMuted {
		field("volume", "0")
		field("muteVolume", strconv.Itoa(p.volume))
	} else {
		field("volume", strconv.Itoa(p.volume))
	}
	sum := md5.Sum([]byte(rest.String()))
	etag := hex.EncodeToString(sum[:])
	// The time is no part of the token.
	seconds := int(p.musicClock.position().Milliseconds()%trackMs) / 1000
	return etag, document(fmt.Sprintf(`<status etag="%s">%s<secs>%d</secs></status>`, etag, rest.String(), seconds))
}

// syncStat moves when the other document does, which tells the volume.
func (p *player) syncStat() int {
	stat := 10 + 2*p.volume
	if p.isMuted {
		stat++
	}
	return stat
}

func (p *player) bluosSync() (string, string) {
	volume, mute := p.volume, ""
	if p.isMuted {
		volume, mute = 0, fmt.Sprintf(` muteVolume="%d" muteDb="-30"`, p.volume)
	}
	etag := strconv.Itoa(p.syncStat())
	return etag, document(fmt.Sprintf(`<SyncStatus etag="%s" syncStat="%s" version="4.16.6" id="127.0.0.1:11000" db="-30" volume="%d"%s `+
		`name="Player %d" model="N130" modelName="NODE" class="streamer" icon="/images/players/N125_nt.png" brand="Bluesound" `+
		`schemaVersion="34" initialized="true" mac="02:00:01:00:%02X:%02X"></SyncStatus>`,
		etag, etag, volume, mute, p.number, p.number/256, p.number%256))
}

func (p *player) bluosQueue(query url.Values) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	start, _ := strconv.Atoi(query.Get("start"))
	end, err := strconv.Atoi(query.Get("end"))
	if err != nil {
		end = len(p.queue) - 1
	}
	var songs strings.Builder
	for at := max(0, start); at <= min(end, len(p.queue)-1); at++ {
		entry := p.queue[at]
		fmt.Fprintf(&songs, `<song id="%d" service="LocalMusic" songid="%d" albumid="331"><title>%s</title><art>Artist</art>`+
			`<alb>An album with a name of some length</alb><track>%d</track><time>240</time><fn>/var/mnt/music/%d.flac</fn></song>`,
			at, 1000+entry, trackTitle(entry), entry, entry)
	}
	return document(fmt.Sprintf(`<playlist id="%d" length="%d" shuffle="0" repeat="2">%s</playlist>`, len(p.queue), len(p.queue), songs.String()))
}

func document(root string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" + root
}
